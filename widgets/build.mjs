// Bundles each widget into theatre_lab/widgets/static: the same sources give the same bytes.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = process.argv[2] ?? join(here, "..", "theatre_lab", "widgets", "static");

// `import symbols from "symbols:patron,ui"` carries only the symbols of those families.
const symbols = {
  name: "symbols",
  setup(context) {
    context.onResolve({ filter: /^symbols:/ }, (args) => ({ path: args.path.slice(8), namespace: "symbols" }));
    context.onLoad({ filter: /.*/, namespace: "symbols" }, async (args) => {
      const families = args.path.split(",");
      const svg = await readFile(join(here, "src", "kit", "symbols.svg"), "utf8");
      const found = {};
      for (const [, id, inner] of svg.matchAll(/<symbol id="tl-([\w-]+)"[^>]*>(?:<title>[^<]*<\/title>)?(.*?)<\/symbol>/gs)) {
        if (families.some((family) => id === family || id.startsWith(`${family}-`))) found[id] = inner;
      }
      return { contents: `export default ${JSON.stringify(found)}`, loader: "js" };
    });
  },
};

await build({
  absWorkingDir: here,
  entryPoints: { seating: "src/seating.tsx", deck_builder: "src/deck_builder.tsx", table: "src/table.tsx", predict: "src/predict.tsx", rule_book: "src/rule_book.tsx", progress: "src/progress.tsx", review: "src/review.tsx", replay: "src/replay.tsx", "theatre-lab": "src/theatre-lab.css" },
  outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome111", "firefox113", "safari16.2"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  plugins: [symbols],
});
