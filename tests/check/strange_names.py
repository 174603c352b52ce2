"""strange_names.py FOLDER SOURCE SWCC...: compiles the source there for checking, under a name that needs care in URIs and
JSON and is no UTF-8; the program is FOLDER/program."""
import shutil
import subprocess
import sys

folder, source, compiler = sys.argv[1], sys.argv[2], sys.argv[3:]
name = b'"q\'%# \xc3\xbc \xe9.cu'
shutil.copy(source, folder.encode() + b"/" + name)
sys.exit(subprocess.call([part.encode() for part in compiler] + [b"--check", name, b"-o", b"program"], cwd=folder))
