//! Draws the pictures of the manual's chapter on regions: `cargo run --release --example
//! region_figures FOLDER`.

use lastmove::board::Diagram;
use lastmove::regions::{
    CanonicalGraph, LineGraph, Region, census, placements, regions, zugzwangs,
};
use lastmove::work::{Budget, Silent};
use lastmove_board::Game;
use lastmove_draw::{BoardDrawing, LineChart, Series, gallery, graph_svg};
use std::collections::HashMap;
use std::path::Path;

const WIDTH: f64 = 860.0;

type Pictures = Vec<(String, String)>;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let write = |name: &str, title: &str, pictures: Pictures| {
        let path = Path::new(&folder).join(format!("{name}.svg"));
        std::fs::write(path, gallery(title, WIDTH, &pictures))
    };
    let chart = |name: &str, chart: LineChart| {
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), chart.svg())
    };
    chart("regions-ratio", ratio())?;
    chart("regions-defective-ratio", defective_ratio())?;
    write("regions-same-graph", "Regions with the same graph", same_graph())?;
    write("regions-graphs", "All line segment graphs up to size 4", small_graphs())?;
    let smallest = ["*q*/1*1", "1q*/**1", "*1*/*q*/1*1"];
    write("regions-defective", "The smallest defective territories", boards(&smallest))?;
    let strips = ["**q**/*1*1*/*1*1*/1***1", "*****1/qqqqq*/*****1"];
    write(
        "regions-strips",
        "Dead ends, and five amazons in a defective territory",
        boards(&strips),
    )?;
    write("regions-three-defects", "All 3-defective regions of size 8", three_defects())?;
    write("regions-highly-defective", "Highly defective graphs", highly_defective())?;
    let zugzwangs = [
        "2****/3***/1*****/*2***/***q**/***Q**/**1*1*/*1***1",
        "2****/3***/1*****/*2***/***qQ*/***Q**/**1*1*/*1***1",
        "3******/3******/2*Qq4/***1**3/***1***2/***1*****",
        "3**4/3**4/***Qq*3/***1**3/***1*****/****1****",
    ];
    write("zugzwang-examples", "Zugzwang and its neighbours", boards(&zugzwangs))?;
    write("zugzwang-smallest", "All zugzwangs of size 6", smallest_zugzwangs())
}

/// How many graphs there are for each region, by size.
fn ratio() -> LineChart {
    let points = (1..=10).map(|size| {
        let found = census(size, 0, &Silent, &Budget::default()).expect("nobody cancels");
        (size as f64, found.line_segment_graphs as f64 / found.regions as f64)
    });
    LineChart {
        title: "Line segment graphs for each region".into(),
        x_label: "size".into(),
        y_label: "graphs / regions".into(),
        logarithmic: false,
        series: vec![Series { name: "all regions".into(), points: points.collect() }],
    }
}

/// How many regions with one amazon share a defective graph, by size and defects.
fn defective_ratio() -> LineChart {
    let mut series: Vec<Series> = Vec::new();
    for size in 1..=10 {
        let found = census(size, 1, &Silent, &Budget::default()).expect("nobody cancels");
        for group in found.defective {
            let name = format!("{}-defective", group.defects);
            let point = (size as f64, group.regions as f64 / group.line_segment_graphs as f64);
            match series.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(point),
                None => series.push(Series { name, points: vec![point] }),
            }
        }
    }
    LineChart {
        title: "Defective regions that share a graph".into(),
        x_label: "size".into(),
        y_label: "regions / graphs".into(),
        logarithmic: true,
        series,
    }
}

fn board(diagram: &Diagram) -> String {
    BoardDrawing::new(diagram, Game::Amazons).svg()
}

fn boards(positions: &[&str]) -> Pictures {
    let parse = |text: &str| text.parse::<Diagram>().expect("a position of ours");
    positions.iter().map(|&text| (board(&parse(text)), String::new())).collect()
}

fn all(size: usize) -> Vec<Region> {
    regions(size, &Budget::default()).expect("nobody cancels")
}

/// Some regions of the graph of size 6 that has the most.
fn same_graph() -> Pictures {
    let mut classes: HashMap<CanonicalGraph, Vec<Region>> = HashMap::new();
    for region in all(6) {
        classes.entry(LineGraph::of(region).canonical()).or_default().push(region);
    }
    let rank = |class: &(CanonicalGraph, Vec<Region>)| (class.1.len(), class.0.clone());
    let (_, most) = classes.into_iter().max_by_key(rank).expect("some class");
    let count = most.len();
    let picture = |(i, &region): (usize, &Region)| {
        (
            graph_svg(region, 0, 0, &region.diagram(0, 0).to_string()),
            format!("{} of {count}", i + 1),
        )
    };
    most.iter().enumerate().take(6).map(picture).collect()
}

fn small_graphs() -> Pictures {
    let mut pictures = Vec::new();
    for size in 1..=4 {
        let found = census(size, 0, &Silent, &Budget::default()).expect("nobody cancels");
        for region in found.examples {
            let title = region.diagram(0, 0).to_string();
            pictures.push((graph_svg(region, 0, 0, &title), format!("size {size}")));
        }
    }
    pictures
}

/// All of them, and the one graph that they have.
fn three_defects() -> Pictures {
    let found = census(8, 1, &Silent, &Budget::default()).expect("nobody cancels");
    let group = found.defective.iter().find(|group| group.defects == 3).expect("as published");
    let (example, amazons) = group.examples[0];
    let graph = |region, set| LineGraph::of(region).with_amazons(set, 0).canonical();
    let wanted = graph(example, amazons);
    let mut pictures = vec![(graph_svg(example, amazons, 0, "the graph"), "the graph".to_owned())];
    for region in all(8) {
        for set in placements(region, 1) {
            if graph(region, set) == wanted {
                pictures.push((board(&region.diagram(set, 0)), String::new()));
            }
        }
    }
    pictures
}

fn highly_defective() -> Pictures {
    let mut pictures = Vec::new();
    for (size, defects) in [(3, 1), (4, 1), (5, 1), (4, 2), (6, 2), (7, 3), (8, 3), (10, 4)] {
        let found = census(size, 1, &Silent, &Budget::default()).expect("nobody cancels");
        for group in found.defective.iter().filter(|group| group.defects == defects) {
            for &(region, amazons) in &group.examples {
                let title = region.diagram(amazons, 0).to_string();
                let caption = format!("size {size}, {defects}-defective");
                pictures.push((graph_svg(region, amazons, 0, &title), caption));
            }
        }
    }
    pictures
}

fn smallest_zugzwangs() -> Pictures {
    let found = zugzwangs(6, &Silent, &Budget::default()).expect("nobody cancels");
    let picture = |z: &lastmove::regions::Zugzwang| {
        (board(&z.diagram()), format!("{} = {}", z.options, z.value))
    };
    found.positions.iter().map(picture).collect()
}
