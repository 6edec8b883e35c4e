"""The notebook runs in any folder, with what the package ships."""
import nbformat
from conftest import ROOT
from nbclient import NotebookClient


def test_a_wrong_call_is_one_line_in_a_notebook():
    cells = ["import navaudit", "navaudit.analyze('no-such.csv')"]
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    NotebookClient(notebook, timeout=600, kernel_name="python3", allow_errors=True).execute()
    assert notebook.cells[1].outputs[0].traceback == ["NoFile: 'no-such.csv': no such file or folder"]


def test_the_notebook_runs_without_warnings(tmp_path):
    notebook = nbformat.read(ROOT / "Integrations/python/notebooks/own_frame.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if output.output_type in ("stream", "error")] == []
    assert [output for output in outputs if "image/png" in output.get("data", {})]
    assert any("About 1 in " in output.get("data", {}).get("text/html", "") for output in outputs)
