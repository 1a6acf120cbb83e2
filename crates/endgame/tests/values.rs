//! The values of the databases compared with plain search.

mod common;

use common::{RandomArea, databases, for_each_area, sets, size, small};
use lastmove_board::{Bits, Size};
use lastmove_endgame::plain::{Fill, Grid, PlainArea};
use lastmove_endgame::{AreaValue, DatabaseKind, Databases, Material, Spec};
use lastmove_values::{FormEvaluator, Forms, Player, ThermographEvaluator, ThermographStore};
use lastmove_work::Random;

fn grid(spec: Spec) -> Grid {
    let (width, height) = spec.size();
    Grid { width, height }
}

/// Whether the bounding rectangle of the area is the whole grid.
fn fills(grid: Grid, squares: u32) -> bool {
    let at = |x: usize, y: usize| squares >> (y * grid.width + x) & 1 == 1;
    (0..grid.width).any(|x| at(x, 0))
        && (0..grid.width).any(|x| at(x, grid.height - 1))
        && (0..grid.height).any(|y| at(0, y))
        && (0..grid.height).any(|y| at(grid.width - 1, y))
}

fn territory(databases: &Databases, size: Size, area: &PlainArea) -> Option<u32> {
    let [squares, normal, blockers, _] = sets::<u64>(area);
    databases.territory(size, squares, normal, blockers)
}

fn constrained(databases: &Databases, size: Size, area: &PlainArea) -> Option<AreaValue> {
    let [squares, normal, blockers, opponents] = sets::<u64>(area);
    databases.constrained(size, squares, normal, blockers, opponents)
}

/// Looks an area up and compares the answer with a search.
struct Oracle {
    grid: Grid,
    forms: FormEvaluator<Grid>,
    thermographs: ThermographEvaluator<Grid>,
    looked_up: Forms,
    exact: u64,
    checked: u64,
}

impl Oracle {
    fn new(grid: Grid) -> Self {
        Self {
            grid,
            forms: FormEvaluator::new(grid, Forms::new()),
            thermographs: ThermographEvaluator::new(grid, ThermographStore::new()),
            looked_up: Forms::new(),
            exact: 0,
            checked: 0,
        }
    }

    fn check(&mut self, databases: &Databases, area: &PlainArea) {
        let found = constrained(databases, size(self.grid), area).expect("it is there");
        let value = databases.value(found, Some(&mut self.looked_up)).unwrap();
        let id = self.thermographs.thermograph(area).unwrap();
        let expected = self.thermographs.store().get(id);
        assert_eq!(value.thermograph, expected, "{:?} {area:?}", self.grid);
        if let Some(game) = value.exact {
            let form = self.forms.value(area).unwrap();
            let memo = &mut Default::default();
            let game = self.forms.forms().transfer(&self.looked_up, game, memo).unwrap();
            assert_eq!(game, form, "{:?} {area:?}", self.grid);
            assert_eq!(self.forms.forms().thermograph(form).unwrap(), expected);
            self.exact += 1;
        }
        self.checked += 1;
    }

    fn swapped(&mut self, databases: &Databases, area: &PlainArea) {
        let swapped = PlainArea { normal: area.opponents, opponents: area.normal, ..*area };
        let here = constrained(databases, size(self.grid), area).unwrap();
        let there = constrained(databases, size(self.grid), &swapped).unwrap();
        let here = databases.value(here, Some(&mut self.looked_up)).unwrap();
        let there = databases.value(there, Some(&mut self.looked_up)).unwrap();
        assert_eq!(here.thermograph.neg(), there.thermograph);
        if let (Some(here), Some(there)) = (here.exact, there.exact) {
            assert_eq!(self.looked_up.neg(here).unwrap(), there);
        }
        assert_eq!(here.exact.is_some(), there.exact.is_some(), "{:?} {area:?}", self.grid);
    }
}

#[test]
fn territories_are_filled_as_plain_search_fills_them() {
    let specs: Vec<Spec> = small(9).into_iter().filter(|spec| spec.material.0[2] == 0).collect();
    let databases = databases("territories", &specs);
    let mut checked = 0;
    for &spec in &specs {
        let grid = grid(spec);
        let mut fill = Fill::default();
        for_each_area(grid, spec.material, |area| {
            if fills(grid, area.squares()) {
                let found = territory(&databases, size(grid), area);
                assert_eq!(found, Some(fill.moves(grid, area)), "{spec} {area:?}");
                checked += 1;
            }
        });
    }
    println!("{checked} positions in {} databases", specs.len());
}

#[test]
fn active_and_constrained_areas_are_worth_what_the_rules_say() {
    let specs = small(8);
    let databases = databases("active", &specs);
    let (mut checked, mut exact) = (0, 0);
    for &spec in specs.iter().filter(|spec| spec.material.0[2] > 0) {
        let mut oracle = Oracle::new(grid(spec));
        for_each_area(grid(spec), spec.material, |area| {
            if fills(oracle.grid, area.squares()) {
                oracle.check(&databases, area);
                if spec.kind() == DatabaseKind::Active {
                    oracle.swapped(&databases, area);
                }
            }
        });
        checked += oracle.checked;
        exact += oracle.exact;
    }
    println!("{checked} positions, {exact} with their exact values");
    assert!(exact * 10 > checked * 9);
}

/// The constraint is one-sided: with the owner's blockers bound and the other side free, the value
/// is a lower bound for the owner.
#[test]
fn the_constraint_gives_a_lower_bound() {
    let mut strict = 0;
    let mut checked = 0;
    for spec in small(9).into_iter().filter(|spec| spec.kind() == DatabaseKind::Constrained) {
        if spec.material.pieces() > 4 {
            continue;
        }
        let grid = grid(spec);
        let mut evaluator = FormEvaluator::new(grid, Forms::new());
        for_each_area(grid, spec.material, |area| {
            let free = PlainArea { normal: area.normal | area.blockers, blockers: 0, ..*area };
            let bound = evaluator.value(area).unwrap();
            let value = evaluator.value(&free).unwrap();
            assert!(evaluator.forms().le(bound, value), "{spec} {area:?}");
            strict += u64::from(bound != value);
            checked += 1;
            // The other side has the same moves as before.
            assert_eq!(
                grid.moves_of(area, Player::Right).len(),
                grid.moves_of(&free, Player::Right).len()
            );
        });
    }
    println!("{checked} positions, {strict} with a bound below the value");
    assert!(strict > 0);
}

/// An application: Black's part behind the blockers, filled by the other queens, and the contested
/// part under the constraint are together no more than the whole.
#[test]
fn what_lies_behind_blockers_adds_to_the_bound() {
    let databases = databases("split", &small(9));
    let mut split = 0;
    for (width, height) in [(3, 3), (2, 4)] {
        let grid = Grid { width, height };
        let mut evaluator = FormEvaluator::new(grid, Forms::new());
        for (black, white) in [(1, 1), (2, 1), (1, 2), (3, 1)] {
            for_each_area(grid, Material([black, 0, white]), |area| {
                split += u64::from(check_split(&databases, grid, &mut evaluator, area));
            });
        }
    }
    println!("{split} positions with blockers");
    assert!(split > 1000);
}

fn check_split(
    databases: &Databases,
    grid: Grid,
    evaluator: &mut FormEvaluator<Grid>,
    area: &PlainArea,
) -> bool {
    let touches = |a: u32, b: u32| {
        let near = |s: usize| grid.parts(1 << s | b).len() < grid.parts(b).len() + 1;
        (0..32).filter(|&s| a >> s & 1 == 1).any(near)
    };
    // the squares that White can reach while Black's queens stay in place
    let open = area.empty | area.opponents;
    let flood: u32 = grid.parts(open).into_iter().filter(|part| part & area.opponents != 0).sum();
    let behind = open & !flood;
    let blockers: u32 = (0..32)
        .map(|s| 1 << s & area.normal)
        .filter(|&q| q != 0 && touches(q, flood) && touches(q, behind))
        .sum();
    if blockers == 0 || flood & area.empty == 0 {
        return false;
    }
    let frontier: u32 =
        (0..32).map(|s| 1 << s & area.normal).filter(|&q| q != 0 && touches(q, flood)).sum();
    let contested = PlainArea {
        empty: flood & area.empty,
        normal: frontier & !blockers,
        blockers,
        opponents: area.opponents,
    };
    let inside =
        PlainArea { empty: behind, normal: area.normal & !frontier, blockers: 0, opponents: 0 };
    let fill = Fill::default().moves(grid, &inside);
    let bound = evaluator.value(&contested).unwrap();
    let value = evaluator.value(area).unwrap();
    let fill = evaluator.forms().integer(fill.into()).unwrap();
    let sum = evaluator.forms().sum(bound, fill).unwrap();
    assert!(evaluator.forms().le(sum, value), "{grid:?} {area:?}");
    if grid.parts(contested.squares()).len() == 1 && contested.blockers.count_ones() <= 2 {
        assert!(constrained(databases, size(grid), &contested).is_some());
    }
    true
}

/// Look-ups on any board, at any place, rotated and mirrored in any way.
#[test]
fn look_ups_do_not_depend_on_where_the_area_lies() {
    let databases = databases("places", &small(9));
    let mut random = Random::new(1);
    let mut forms = Forms::new();
    let mut checked = 0;
    for database in databases.list() {
        let spec = database.spec();
        let grid = grid(spec);
        for _ in 0..40 {
            let Some(area) = random.area(grid, spec.material, 0) else { continue };
            let image = Image::random(&mut random, grid);
            checked += 1;
            if spec.material.0[2] == 0 {
                let expected = territory(&databases, size(grid), &area).unwrap();
                assert_eq!(image.territory(&databases, &area), Some(expected));
                assert_eq!(expected, Fill::default().moves(grid, &area));
                continue;
            }
            let here = constrained(&databases, size(grid), &area).unwrap();
            let there = image.constrained(&databases, &area).unwrap();
            let here = databases.value(here, Some(&mut forms)).unwrap();
            assert_eq!(here, databases.value(there, Some(&mut forms)).unwrap());
        }
    }
    println!("{checked} look-ups");
    assert!(checked > 2000);
}

/// A way to place a grid on a board.
struct Image {
    size: Size,
    squares: Vec<u32>,
}

impl Image {
    fn random(random: &mut Random, grid: Grid) -> Self {
        let turned = random.below(2) == 1;
        let (w, h) = if turned { (grid.height, grid.width) } else { (grid.width, grid.height) };
        let (width, height) = (w + random.below(11 - w), h + random.below(11 - h));
        let (left, top) = (random.below(width - w + 1), random.below(height - h + 1));
        let (mirror_x, mirror_y) = (random.below(2) == 1, random.below(2) == 1);
        let squares = (0..grid.width * grid.height).map(|square| {
            let (x, y) = (square % grid.width, square / grid.width);
            let (x, y) = if turned { (y, x) } else { (x, y) };
            let x = if mirror_x { w - 1 - x } else { x };
            let y = if mirror_y { h - 1 - y } else { y };
            ((top + y) * width + left + x) as u32
        });
        Self { size: Size::new(width, height).unwrap(), squares: squares.collect() }
    }

    fn sets<B: Bits>(&self, area: &PlainArea) -> [B; 4] {
        let image = |set: u32| {
            let members = self.squares.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            B::from_squares(members.map(|(_, &square)| square as u8))
        };
        [area.squares(), area.normal, area.blockers, area.opponents].map(image)
    }

    fn territory(&self, databases: &Databases, area: &PlainArea) -> Option<u32> {
        let [squares, normal, blockers, _] = self.sets::<u128>(area);
        let found = databases.territory(self.size, squares, normal, blockers);
        if self.size.squares() <= 64 {
            let [squares, normal, blockers, _] = self.sets::<u64>(area);
            assert_eq!(found, databases.territory(self.size, squares, normal, blockers));
        }
        found
    }

    fn constrained(&self, databases: &Databases, area: &PlainArea) -> Option<AreaValue> {
        let [squares, normal, blockers, opponents] = self.sets::<u128>(area);
        let found = databases.constrained(self.size, squares, normal, blockers, opponents);
        if self.size.squares() <= 64 {
            let [s, n, b, o] = self.sets::<u64>(area);
            assert_eq!(found, databases.constrained(self.size, s, n, b, o));
        }
        found
    }
}

#[test]
fn areas_that_fall_apart_or_are_not_covered_are_not_found() {
    let databases = databases("absent", &small(6));
    let size = Size::new(4, 4).unwrap();
    // two parts within a frame of 1x3 and of 3x3
    assert_eq!(databases.territory(size, 0b101u64, 0b1, 0), None);
    assert_eq!(databases.territory(size, 0b0001_0000_0001u64, 0b1, 0), None);
    // a frame that is too large, too many queens, nothing at all
    assert_eq!(databases.territory(size, 0xffffu64, 0b1, 0), None);
    assert_eq!(databases.territory(size, 0b11_1111u64, 0b1_1111, 0), None);
    assert_eq!(databases.territory(size, 0u64, 0, 0), None);
    assert_eq!(Databases::none().territory(size, 0b11u64, 0b1, 0), None);
}

/// Random samples of larger frames; run with `--ignored`.
#[test]
#[ignore = "heavy"]
fn samples_of_larger_frames() {
    let mut specs = small(12);
    specs.retain(|spec| spec.material.pieces() <= 4);
    let databases = databases("larger", &specs);
    let mut random = Random::new(2);
    let mut checked = 0;
    for &spec in specs.iter().filter(|spec| spec.width * spec.height > 9) {
        for _ in 0..20 {
            let mut oracle = Oracle::new(grid(spec));
            let Some(area) = random.area(oracle.grid, spec.material, 0) else { continue };
            if area.empty.count_ones() > 7 {
                continue;
            }
            checked += 1;
            if spec.material.0[2] > 0 {
                oracle.check(&databases, &area);
            } else {
                let found = territory(&databases, size(oracle.grid), &area);
                assert_eq!(found, Some(Fill::default().moves(oracle.grid, &area)), "{spec}");
            }
        }
    }
    println!("{checked} positions");
}
