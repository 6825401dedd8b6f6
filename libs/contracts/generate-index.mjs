// Writes src/gen/index.ts: one explicit export list per generated file, without the helpers that every
// generated file repeats (an `export *` of each would clash on them).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, 'src/gen');
const repeated = new Set(['protobufPackage', 'protobufFileName', 'DeepPartial', 'MessageFns']);

const files = readdirSync(root, { recursive: true })
  .map((file) => join(root, file))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('index.ts') && !file.includes('/google/'))
  .sort();

const lines = files.map((file) => {
  const source = readFileSync(file, 'utf8');
  const names = [...source.matchAll(/^export (?:const|interface|type|namespace) (\w+)/gm)].map((match) => match[1]);
  const unique = [...new Set(names)].filter((name) => !repeated.has(name)).sort();
  return `export { ${unique.join(', ')} } from './${relative(root, file).replace(/\.ts$/, '')}';`;
});
writeFileSync(join(root, 'index.ts'), `// Generated. DO NOT EDIT.\n/* eslint-disable */\n${lines.join('\n')}\n`);
