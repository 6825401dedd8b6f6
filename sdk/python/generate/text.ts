// Text of the document as docstrings.

const width = 100;

/** A docstring, folded, at an indentation; ends with a line break. */
export function docstring(text: string, indent: string): string {
  // Quotes side by side, or one at the end, would close the docstring.
  const escaped = text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll(/"(?="|$)/g, '\\"');
  const lines = fold(escaped, width - indent.length);
  if (lines.length === 1 && indent.length + escaped.length + 6 <= width) return `${indent}"""${lines.join('')}"""\n`;
  return `${indent}"""${lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n')}\n${indent}"""\n`;
}

function fold(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && line.length + word.length + 1 > columns) lines.push(word);
      else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    }
    return lines;
  });
}
