//! The value of a position or of a sum: `cargo run --example value domineering "2x3 + 2x2"`.

use lastmove::Game;
use lastmove::values::Forms;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game: Game = arguments.next().as_deref().unwrap_or("domineering").parse()?;
    let positions = arguments.next().unwrap_or_else(|| "2x3 + 2x2".into());

    let value = lastmove::value(game, &positions)?;
    println!("{game} {positions}");
    println!("value        {}", value.form());
    println!("mean         {}", known(value.mean));
    println!("temperature  {}", known(value.temperature));
    println!("outcome      {}", known(value.outcome));

    // Values need no board: they are added, compared and read from text.
    let mut forms = Forms::new();
    let sum = forms.parse("{1|-1} + 1")?;
    println!("±1 + 1 is    {}", forms.print(sum, 100).unwrap_or_default());
    Ok(())
}

fn known(value: Option<impl ToString>) -> String {
    value.map_or("not known".to_owned(), |value| value.to_string())
}
