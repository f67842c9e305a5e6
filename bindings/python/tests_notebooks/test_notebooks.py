"""Runs the notebooks of ``examples/python``, and looks at their displays in a browser."""

import html
import json
import pathlib
import re
import shutil
import subprocess

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "python"
NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
CHROMIUM = shutil.which("chromium")

# Reports values of expressions as JSON at the end of the page. `cell` finds a cell by its id.
SCRIPT = """
<script>
addEventListener("load", () => setTimeout(() => {
  const cell = id => document.getElementById("cell-id=" + id);
  const found = document.createElement("pre");
  found.id = "found";
  try {
    found.textContent = JSON.stringify([EXPRESSIONS]);
  } catch (error) {
    found.textContent = JSON.stringify(String(error));
  }
  document.body.append(found);
}, 500));
</script>
"""


@pytest.fixture(scope="module")
def executed():
    """A function that runs a notebook once, and returns it with its outputs."""
    done = {}

    def execute(name):
        if name not in done:
            notebook = nbformat.read(FOLDER / f"{name}.ipynb", nbformat.NO_CONVERT)
            # The folder is that of the notebook, as in Jupyter. An error in a cell is raised here.
            resources = {"metadata": {"path": str(FOLDER)}}
            NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
            done[name] = notebook
        return done[name]

    return execute


@pytest.fixture
def look(executed, tmp_path):
    """A function that opens a notebook in the browser, and evaluates expressions of JavaScript."""
    if CHROMIUM is None:
        pytest.skip("chromium is missing")

    def evaluate(name, *expressions):
        page, _ = HTMLExporter().from_notebook_node(executed(name))
        file = tmp_path / f"{name}.html"
        file.write_text(page + SCRIPT.replace("EXPRESSIONS", ",\n".join(expressions)), encoding="utf-8")
        # No network: the page is complete without the scripts that it requests.
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
        command += [f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1100,900", "--virtual-time-budget=5000"]
        command += ["--dump-dom", file.as_uri()]
        shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
        found = re.search(r'<pre id="found">(.*?)</pre>', shown.stdout, re.DOTALL)
        assert found, f"the browser shows no page\n{shown.stderr[-2000:]}"
        values = json.loads(html.unescape(found[1]))
        assert isinstance(values, list), values
        return values

    return evaluate


def outputs(notebook):
    """Returns the values of cells as MIME bundles, by the id of the cell."""
    return {
        cell.id: output.data
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "execute_result"
    }


def test_there_are_notebooks():
    assert NOTEBOOKS == ["first_look", "relay"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_stored_without_outputs(name):
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook = nbformat.reads(text, nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None, f"clear the outputs of {name}.ipynb: {cell.id}"
    assert text == nbformat.writes(notebook) + "\n"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_each_value_has_a_bounded_display(executed, name):
    shown = outputs(executed(name))
    assert len(shown) >= 5
    for cell, data in shown.items():
        assert 0 < len(data["text/html"]) < 50_000 and len(data["text/plain"]) < 2000, cell
        if cell != "page":
            assert "<script" not in data["text/html"], cell


# A loaded drawing with its size, and the text of the tree after a click.
DRAWING = """(cell => {
  const image = cell.querySelector("img");
  cell.querySelector("summary").click();
  return [image.complete, image.naturalWidth > 100, image.clientHeight > 50, image.alt, cell.querySelector("details").innerText];
})(cell("small-graph"))"""

# The rows of a table as texts, and whether their cells are side by side.
TABLE = """[...cell("CELL").querySelectorAll("table tr")].map(row => {
  const boxes = [...row.cells].map(cell => cell.getBoundingClientRect());
  const isSideBySide = boxes.every((box, i) => box.width > 0 && (i === 0 || box.top === boxes[i - 1].top && box.left >= boxes[i - 1].right));
  return [isSideBySide, ...[...row.cells].map(cell => cell.innerText)];
})"""


def test_a_small_graph_is_a_drawing_and_a_tree(look):
    ((is_loaded, is_wide, is_high, alt, tree),) = look("first_look", DRAWING)
    assert is_loaded and is_wide and is_high and alt == "look.Mul"
    assert tree.startswith("as a tree") and "look.Number(value=40)" in tree


def test_a_large_graph_is_a_tree_of_bounded_height(look):
    in_cell = 'cell("large-graph")'
    rows, height, images = look(
        "first_look",
        f"[...{in_cell}.querySelectorAll('summary')].filter(row => row.checkVisibility()).length",
        f"{in_cell}.clientHeight",
        f"{in_cell}.querySelectorAll('img, svg').length",
    )
    assert 3 < rows < 50 and 100 < height < 2000 and images == 0


def test_differences_are_side_by_side(look):
    first, relay = (look(name, TABLE.replace("CELL", cell))[0] for name, cell in (("first_look", "diff"), ("relay", "rewrite")))
    assert first == [
        [True, "path", "left", "right"],
        [True, ".rhs.rhs", "look.Add(lhs=look.Number(value=2), rhs=look.Number(value=40))", "look.Number(value=42)"],
    ]
    assert len(relay) == 3 and all(row[0] for row in relay)
    assert [row[2:] for row in relay[1:]] == [['Op("nn.relu")', 'Op("tanh")']] * 2


def test_tensors_and_functions_are_code(look):
    style = 'getComputedStyle(cell("tensors").querySelector(".jp-OutputArea-output code")).fontFamily'
    font, tensor, function, repr_ = look(
        "first_look",
        style,
        'cell("tensors").querySelector(".jp-OutputArea-output").innerText',
        'cell("function").innerText',
        'cell("bounded-repr").querySelector(".jp-OutputArea-output").innerText',
    )
    assert "monospace" in font and "dtype='float32', device=cpu(0)" in tensor
    assert "PackedFunc(look.scale(tensor, factor))" in function and "Returns the tensor times a number." in function
    assert repr_.startswith("512\nlook.Add(") and repr_.rstrip().endswith("…")


def test_a_module_is_a_tree_and_a_page(look):
    frame = 'cell("page").querySelector("iframe").contentDocument'
    tree, facts, rows = look(
        "relay",
        'cell("module").innerText',
        f"{frame}.getElementById('facts').textContent",
        f"{frame}.querySelectorAll('#list .row').length",
    )
    assert "IRModule" in tree and "fc1_weight" in tree
    assert facts == "109 nodes · 17 types" and rows > 3


def test_a_network_is_drawn(look):
    image = 'cell("layer").querySelector("img")'
    size, alt, is_text = look("relay", f"{image}.naturalWidth", f"{image}.alt", 'cell("build").innerText.includes("nn.conv2d(%image, %kernel")')
    assert size > 300 and alt == "relay.Call" and is_text
