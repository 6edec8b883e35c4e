// Calls the functions of the snippets on recorded states: node play.mjs SNIPPETS
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const snippets = await import(pathToFileURL(process.argv[2]));
const recorded = JSON.parse(readFileSync(new URL("states.json", import.meta.url)));
let count = 0;
for (const name of ["stackOf", "stackOfPath"]) {
  for (const { of, is } of recorded[name]) {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(snippets[name](of ?? undefined))), is, `${name}(${JSON.stringify(of)})`);
    count++;
  }
}
for (const { of, is } of recorded.logState) {
  const sent = [];
  for (const [names] of of) {
    snippets.logState({ type: "stack", routes: names.map((name) => ({ name })) }, (event) => sent.push(event), "u1");
  }
  assert.deepStrictEqual(sent.map((event) => event.value), is);
  for (const event of sent) assert.ok(event.event === "stack" && event.user === "u1" && !Number.isNaN(Date.parse(event.time)));
  count++;
}
console.log(`${count} recorded states give what they should`);
