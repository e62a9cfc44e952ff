"""`python -m theatre_lab`: the command line, where the script `theatre-lab` is not on the path."""

from theatre_lab.cli import main

if __name__ == "__main__":
    main()
