//! The positions of boxes and of the lines between them: a layered layout in the style of Sugiyama.
//!
//! - Each box is in a row below all boxes that lead to it. Lines that close a cycle go upward.
//! - A line that spans several rows passes a bend in each row between. All downward lines to one
//!   box share their bends, so they look like a stem with roots.
//! - Rows are ordered to reduce crossings, and shifted to straighten lines.
//! - No function recurses, and equal inputs have equal layouts.

use std::collections::HashMap;

/// The horizontal gap between two items of a row, and the gap between two bends.
const GAP: f64 = 22.0;
const LINE_GAP: f64 = 10.0;
/// The minimum and the maximum vertical gap between rows. The gap grows with the number of lines.
const ROW_GAP: f64 = 44.0;
const WIDE_ROW_GAP: f64 = 90.0;
/// The maximum width of a row. Boxes that no longer fit move to the next row.
const ROW: f64 = 1300.0;
/// The number of passes that order rows, and of passes that shift them.
const ROUNDS: usize = 12;
/// The weight of aligning two bends of a line, relative to aligning a box with another item.
const STRAIGHT: f64 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The positions of all boxes and lines.
pub(crate) struct GraphLayout {
    /// The upper left corner of each box.
    pub(crate) corners: Vec<Point>,
    /// The path of each line. A straight vertical segment leads from each point with an even index
    /// to the next point, and a curve with vertical ends leads from there to the following point.
    /// The path of a line from a box to itself is empty. The path of an upward line runs from its
    /// target to its source.
    pub(crate) paths: Vec<Vec<Point>>,
    /// Whether each line goes up.
    pub(crate) is_upward: Vec<bool>,
    pub(crate) size: Size,
}

/// Lays out boxes and lines. A line is a pair of its source and its target, and all boxes are
/// reachable from the first.
pub(crate) fn layout(sizes: &[Size], lines: &[(usize, usize)]) -> GraphLayout {
    let (order, is_upward) = topological(sizes.len(), lines);
    let downward: Vec<_> = lines
        .iter()
        .zip(&is_upward)
        .map(|(&(from, to), up)| if *up { (to, from) } else { (from, to) })
        .collect();
    let rows = rows(sizes, &downward, &order);
    let mut grid = Grid::new(sizes, rows);
    let chains: Vec<_> = downward.iter().zip(&is_upward).map(|(line, up)| grid.chain(*line, *up)).collect();
    grid.link();
    grid.arrange();
    grid.place();
    let paths = grid.paths(sizes, &chains);
    let corners = (0..sizes.len())
        .map(|item| Point { x: grid.x[item] - sizes[item].width / 2.0, y: grid.tops[grid.row_of[item]] })
        .collect();
    GraphLayout { corners, paths, is_upward, size: grid.size() }
}

/// Returns the boxes in topological order, and for each line whether the line closes a cycle. Such
/// a line goes upward and is ignored by the order.
fn topological(count: usize, lines: &[(usize, usize)]) -> (Vec<usize>, Vec<bool>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut below = vec![Vec::new(); count];
    // In reverse, because the resulting order is reversed again.
    for (line, (from, to)) in lines.iter().enumerate().rev() {
        below[*from].push((line, *to));
    }
    let mut state = vec![State::New; count];
    let mut is_upward = vec![false; lines.len()];
    let mut order = Vec::new();
    let mut path = vec![(0, 0)];
    state[0] = State::Open;
    while let Some((item, next)) = path.last_mut() {
        let (item, at) = (*item, *next);
        *next += 1;
        let Some(&(line, to)) = below[item].get(at) else {
            state[item] = State::Done;
            order.push(item);
            path.pop();
            continue;
        };
        match state[to] {
            State::New => {
                state[to] = State::Open;
                path.push((to, 0));
            }
            State::Open => is_upward[line] = true,
            State::Done => {}
        }
    }
    order.reverse();
    (order, is_upward)
}

/// Returns the row of each box: the row below all boxes that lead to it, or a later row if that one
/// is full.
fn rows(sizes: &[Size], lines: &[(usize, usize)], order: &[usize]) -> Vec<usize> {
    let mut below = vec![Vec::new(); sizes.len()];
    for (from, to) in lines {
        below[*from].push(*to);
    }
    let mut rows = vec![0; sizes.len()];
    let mut widths: Vec<f64> = Vec::new();
    for item in order {
        let width = sizes[*item].width + GAP;
        let mut row = rows[*item];
        while widths.get(row).is_some_and(|taken| *taken > 0.0 && taken + width > ROW) {
            row += 1;
        }
        widths.resize(widths.len().max(row + 1), 0.0);
        widths[row] += width;
        rows[*item] = row;
        for to in below[*item].iter().filter(|to| *to != item) {
            rows[*to] = rows[*to].max(row + 1);
        }
    }
    rows
}

/// The items of a layout: boxes, followed by the bends of lines.
struct Grid {
    boxes: usize,
    row_of: Vec<usize>,
    widths: Vec<f64>,
    rows: Vec<Vec<usize>>,
    /// The bends by lower box, upper box and row. The upper box is set only for an upward line,
    /// because all downward lines to a box share their bends.
    bends: HashMap<(usize, Option<usize>, usize), usize>,
    /// The items that each item is linked to in the row above and in the row below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    pairs: Vec<(usize, usize)>,
    /// The length of the longest path downward from each item.
    depths: Vec<usize>,
    /// The horizontal center of each item.
    x: Vec<f64>,
    /// The top and the bottom of each row.
    tops: Vec<f64>,
    bottoms: Vec<f64>,
}

impl Grid {
    fn new(sizes: &[Size], row_of: Vec<usize>) -> Self {
        let count = row_of.iter().max().map_or(0, |last| last + 1);
        let mut heights = vec![0.0_f64; count];
        for (size, row) in sizes.iter().zip(&row_of) {
            heights[*row] = heights[*row].max(size.height);
        }
        Self {
            boxes: sizes.len(),
            row_of,
            widths: sizes.iter().map(|size| size.width).collect(),
            rows: vec![Vec::new(); count],
            bends: HashMap::new(),
            above: Vec::new(),
            below: Vec::new(),
            pairs: Vec::new(),
            depths: Vec::new(),
            x: Vec::new(),
            tops: Vec::new(),
            // Holds heights until the rows are placed.
            bottoms: heights,
        }
    }

    /// Returns the items that a line passes, from the upper box to the lower one. The chain of a
    /// line from a box to itself is empty.
    fn chain(&mut self, (upper, lower): (usize, usize), is_upward: bool) -> Vec<usize> {
        if upper == lower {
            return Vec::new();
        }
        let mut chain = vec![upper];
        for row in self.row_of[upper] + 1..self.row_of[lower] {
            let next = self.row_of.len();
            let bend = *self.bends.entry((lower, is_upward.then_some(upper), row)).or_insert(next);
            if bend == next {
                self.row_of.push(row);
                self.widths.push(0.0);
            }
            chain.push(bend);
        }
        chain.push(lower);
        self.pairs.extend(chain.windows(2).map(|pair| (pair[0], pair[1])));
        chain
    }

    /// Links the items of neighboring rows, each pair once, and fills the rows in the order of a
    /// depth-first walk from the first box.
    fn link(&mut self) {
        let count = self.row_of.len();
        (self.above, self.below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut seen = HashMap::new();
        for (upper, lower) in std::mem::take(&mut self.pairs) {
            if seen.insert((upper, lower), ()).is_none() {
                self.below[upper].push(lower);
                self.above[lower].push(upper);
            }
        }
        let mut is_placed = vec![false; count];
        let mut open: Vec<_> = (0..count).rev().collect();
        while let Some(item) = open.pop() {
            if !std::mem::replace(&mut is_placed[item], true) {
                self.rows[self.row_of[item]].push(item);
                open.extend(self.below[item].iter().rev());
            }
        }
        self.depths = vec![0; count];
        for item in self.rows.iter().rev().flatten() {
            let depths = self.below[*item].iter().map(|below| self.depths[*below] + 1);
            self.depths[*item] = depths.max().unwrap_or(0);
        }
    }

    /// Orders the rows by the barycenters of their neighbors, alternately downward and upward, and
    /// keeps the order with the fewest crossings.
    fn arrange(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for round in 0..ROUNDS {
            let is_down = round % 2 == 0;
            let mut position = self.positions();
            for step in 0..self.rows.len() {
                let row = if is_down { step } else { self.rows.len() - 1 - step };
                let mut items = std::mem::take(&mut self.rows[row]);
                let middle = |item: &usize| {
                    let near = if is_down { &self.above[*item] } else { &self.below[*item] };
                    match near.len() {
                        0 => position[*item],
                        count => near.iter().map(|near| position[*near]).sum::<f64>() / count as f64,
                    }
                };
                items.sort_by(|one, other| middle(one).total_cmp(&middle(other)));
                spread(&items, &mut position);
                self.rows[row] = items;
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Returns the relative position of each item in its row, from 0 to 1.
    fn positions(&self) -> Vec<f64> {
        let mut position = vec![0.0; self.row_of.len()];
        self.rows.iter().for_each(|row| spread(row, &mut position));
        position
    }

    /// Counts the crossings of lines.
    fn crossings(&self) -> usize {
        let mut position = vec![0; self.row_of.len()];
        for row in &self.rows {
            row.iter().enumerate().for_each(|(at, item)| position[*item] = at);
        }
        let mut crossings = 0;
        for row in &self.rows {
            // The sorted lower ends of the lines so far, from left to right. A line crosses each
            // earlier line that ends further to the right.
            let mut ends = Vec::new();
            for item in row {
                let mut next: Vec<usize> = self.below[*item].iter().map(|below| position[*below]).collect();
                next.sort_unstable();
                crossings += next
                    .iter()
                    .map(|end| ends.len() - ends.partition_point(|other| other <= end))
                    .sum::<usize>();
                for end in next {
                    ends.insert(ends.partition_point(|other| *other <= end), end);
                }
            }
        }
        crossings
    }

    /// Returns the minimum distance between the centers of two neighbors in a row.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let are_lines = left >= self.boxes && right >= self.boxes;
        (self.widths[left] + self.widths[right]) / 2.0 + if are_lines { LINE_GAP } else { GAP }
    }

    /// Assigns coordinates. Rows are shifted toward their neighbors, alternately downward and
    /// upward.
    fn place(&mut self) {
        self.x = vec![0.0; self.row_of.len()];
        for row in &self.rows {
            for pair in row.windows(2) {
                self.x[pair[1]] = self.x[pair[0]] + self.distance(pair[0], pair[1]);
            }
        }
        for round in 0..ROUNDS {
            let is_down = round % 2 == 0;
            for step in 0..self.rows.len() {
                let row = if is_down { step } else { self.rows.len() - 1 - step };
                self.place_row(row, is_down, round + 2 >= ROUNDS);
            }
        }
        let left = (0..self.x.len()).map(|item| self.x[item] - self.widths[item] / 2.0);
        let left = left.fold(f64::INFINITY, f64::min);
        self.x.iter_mut().for_each(|x| *x -= left);
        let mut top = 0.0;
        for row in 0..self.rows.len() {
            self.tops.push(top);
            self.bottoms[row] += top;
            let lines: usize = self.rows[row].iter().map(|item| self.below[*item].len()).sum();
            top = self.bottoms[row] + (ROW_GAP + 2.0 * lines as f64).min(WIDE_ROW_GAP);
        }
    }

    /// Returns the weight of aligning two linked items. The weight grows with the depth below the
    /// items, so that long chains are straight.
    fn pull(&self, upper: usize, lower: usize) -> f64 {
        let are_lines = upper >= self.boxes && lower >= self.boxes;
        (1 + self.depths[lower]) as f64 * if are_lines { STRAIGHT } else { 1.0 }
    }

    /// Moves the items of a row toward the weighted mean of their neighbors in one adjacent row, or
    /// in both rows in the last passes. The pool-adjacent-violators algorithm keeps the minimum
    /// distances.
    fn place_row(&mut self, row: usize, is_down: bool, is_last: bool) {
        /// Neighboring items at their minimum distances.
        struct Run {
            sum: f64,
            weight: f64,
            count: usize,
        }
        let items = &self.rows[row];
        let mut offsets = Vec::with_capacity(items.len());
        let mut runs: Vec<Run> = Vec::new();
        let mut offset = 0.0;
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                offset += self.distance(items[at - 1], *item);
            }
            offsets.push(offset);
            let (mut sum, mut weight) = (0.0, 0.0);
            let mut pull = |upper: usize, lower: usize, other: usize| {
                let one = self.pull(upper, lower);
                sum += one * (self.x[other] - offset);
                weight += one;
            };
            if is_last || is_down {
                self.above[*item].iter().for_each(|above| pull(*above, *item, *above));
            }
            if is_last || !is_down {
                self.below[*item].iter().for_each(|below| pull(*item, *below, *below));
            }
            if weight == 0.0 {
                (sum, weight) = (0.1 * (self.x[*item] - offset), 0.1);
            }
            runs.push(Run { sum, weight, count: 1 });
            while let [.., left, right] = runs.as_slice()
                && left.sum / left.weight >= right.sum / right.weight
            {
                let merged = Run {
                    sum: left.sum + right.sum,
                    weight: left.weight + right.weight,
                    count: left.count + right.count,
                };
                runs.truncate(runs.len() - 2);
                runs.push(merged);
            }
        }
        let mut at = 0;
        for run in runs {
            for _ in 0..run.count {
                self.x[self.rows[row][at]] = run.sum / run.weight + offsets[at];
                at += 1;
            }
        }
    }

    fn paths(&self, sizes: &[Size], chains: &[Vec<usize>]) -> Vec<Vec<Point>> {
        let by_x = |items: &[usize]| {
            let mut items = items.to_vec();
            items.sort_by(|one, other| self.x[*one].total_cmp(&self.x[*other]));
            items
        };
        let (above, below): (Vec<_>, Vec<_>) =
            (0..self.boxes).map(|item| (by_x(&self.above[item]), by_x(&self.below[item]))).unzip();
        // Lines leave and enter a box in the horizontal order of their other ends.
        let port = |item: usize, others: &[Vec<usize>], other: usize| match others.get(item) {
            None => self.x[item],
            Some(others) => {
                let at = others.iter().position(|each| *each == other).unwrap_or(0);
                self.x[item] + self.widths[item] * ((at + 1) as f64 / (others.len() + 1) as f64 - 0.5)
            }
        };
        let path = |chain: &Vec<usize>| {
            let mut path = Vec::new();
            for pair in chain.windows(2) {
                let (upper, lower) = (pair[0], pair[1]);
                let x = port(upper, &below, lower);
                let row = self.row_of[upper];
                if path.is_empty() {
                    path.push(Point { x, y: self.tops[row] + sizes[upper].height });
                }
                path.push(Point { x, y: self.bottoms[row] });
                path.push(Point { x: port(lower, &above, upper), y: self.tops[row + 1] });
            }
            path
        };
        chains.iter().map(path).collect()
    }

    fn size(&self) -> Size {
        let right = (0..self.x.len()).map(|item| self.x[item] + self.widths[item] / 2.0);
        Size { width: right.fold(0.0, f64::max), height: self.bottoms.last().copied().unwrap_or(0.0) }
    }
}

/// Spreads items over the positions from 0 to 1.
fn spread(items: &[usize], position: &mut [f64]) {
    for (at, item) in items.iter().enumerate() {
        position[*item] = (at as f64 + 0.5) / items.len() as f64;
    }
}
