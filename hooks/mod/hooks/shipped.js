// `make docs` writes this file from the slices' crude tests.

export const FOLDER = "<the folder of tidegate>"

export const TESTS = [
  {
    "name": "guard",
    "first_words": [
      "cat",
      "head",
      "tail",
      "sed -n",
      "sed -ne",
      "sed --quiet",
      "sed --silent"
    ],
    "without": [
      "|",
      "<",
      ">",
      "`",
      "$("
    ],
    "all_of": [],
    "reason": "tidegate denied this command without a full check: tidegate died with its process (crash: neither the warm host nor the hook entry gave an answer).\nIt looks like what the slice guard exists for. Where your file tools can do the same, use them: to look at a file, Read it with an offset and a limit.\nTo switch guard off, run <the folder of tidegate>/bin/tidegate disable guard, or set slices.guard.enabled to false in ~/.config/tidegate/config.json (the file tools are never blocked). To see what is wrong: <the folder of tidegate>/bin/tidegate doctor\nDocs: <the folder of tidegate>/slices/guard/README.md"
  },
  {
    "name": "scar",
    "first_words": [],
    "without": [],
    "all_of": [
      "<<",
      ".py"
    ],
    "reason": "tidegate denied this command without a full check: tidegate died with its process (crash: neither the warm host nor the hook entry gave an answer).\nIt looks like what the slice scar exists for. Where your file tools can do the same, use them: to look at a file, Read it with an offset and a limit.\nTo switch scar off, run <the folder of tidegate>/bin/tidegate disable scar, or set slices.scar.enabled to false in ~/.config/tidegate/config.json (the file tools are never blocked). To see what is wrong: <the folder of tidegate>/bin/tidegate doctor\nDocs: <the folder of tidegate>/slices/scar/README.md"
  }
]
