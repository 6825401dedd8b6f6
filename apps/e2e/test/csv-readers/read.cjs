// Prints the cells that readers for Node find in the CSV of standard input with a separator, each row by row, as JSON.
const { text } = require('node:stream/consumers');
const { parse } = require('csv-parse/sync');
const { parse: parsePapa } = require('papaparse');

async function main() {
  const [separator] = process.argv.slice(2);
  const file = (await text(process.stdin)).replace(/^\uFEFF/, '');
  // As forgiving as programs that open any file.
  const forgiving = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true };
  const read = {
    'csv-parse': parse(file, { ...forgiving, delimiter: separator }),
    papaparse: parsePapa(file, { delimiter: separator, skipEmptyLines: true }).data,
  };
  process.stdout.write(JSON.stringify(read));
}

void main();
