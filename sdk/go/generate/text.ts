// Go as gofmt writes it, without gofmt: npm start must not need Go.

const width = 110;

/** A text of the document as a comment, folded, at an indentation; ends with a line break. */
export function comment(text: string, indent = ''): string {
  const lines = text
    .trim()
    .split('\n')
    .flatMap((paragraph) => fold(paragraph.trimEnd(), width - indent.length));
  return lines.map((line) => `${indent}// ${line}`.trimEnd() + '\n').join('');
}

function fold(paragraph: string, columns: number): readonly string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > columns) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** A line of a struct or of constants: its cells, and the comment before it. */
export interface Row {
  readonly cells: readonly string[];
  readonly text?: string;
}

/** Rows in one indentation. gofmt aligns the cells of lines that follow each other; a comment begins anew. */
export function rows(all: readonly Row[]): string {
  const blocks: Row[][] = [];
  for (const row of all) {
    if (row.text || blocks.length === 0) blocks.push([row]);
    else blocks.at(-1)?.push(row);
  }
  return blocks.map(alignedBlock).join('');
}

function alignedBlock(block: readonly Row[]): string {
  const [first] = block;
  const head = first?.text ? comment(first.text, '\t') : '';
  const columns = Math.max(...block.map(({ cells }) => cells.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...block.map(({ cells }) => (column < cells.length - 1 ? (cells[column] ?? '').length : 0))),
  );
  const lines = block.map(({ cells }) =>
    cells.map((cell, column) => (column < cells.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join(' '),
  );
  return head + lines.map((line) => `\t${line}\n`).join('');
}
