// Runs the script of docs/verify.html without a browser: a line of JSON in, a line of JSON out.
"use strict";
const fs = require("fs");
const readline = require("readline");

const page = fs.readFileSync(process.argv[2], "utf8");
const [, script] = /<script>([\s\S]*)<\/script>/.exec(page);
const loaded = { exports: {} };
new Function("module", script)(loaded);
const verifier = loaded.exports;
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));

// What rows of a file say, or why nobody should read them.
function readOrNot(text) {
  try {
    return { said: verifier.readYaml(text) };
  } catch (trouble) {
    return { refused: trouble.message };
  }
}

const asks = {
  audit: ({ files }) =>
    verifier.audit(files.map(({ name, data }) => ({ name, bytes: bytes(data) }))),
  sha256: ({ data }) => verifier.toHex(verifier.sha256(bytes(data))),
  hmac: ({ key, data }) => verifier.toHex(verifier.hmac(bytes(key), bytes(data))),
  yaml: ({ text }) => readOrNot(text),
  canonical: ({ value }) => verifier.canonical(value),
  dice: ({ key, context, count, sides }) => verifier.throwDice(bytes(key), context, count, sides),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { ask, ...said } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(asks[ask](said))}\n`);
});
