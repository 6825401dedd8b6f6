import { readFileSync } from 'node:fs';
import { Document, Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';

/** Holds the files of the arguments against `spectral:oas`; any result, a hint included, fails. */
async function main(): Promise<void> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  for (const file of process.argv.slice(2)) {
    const results = await spectral.run(new Document(readFileSync(file, 'utf8'), Json, file));
    for (const { code, message, path } of results)
      console.error(`${file} ${path.join('.')}: ${message} (${String(code)})`);
    if (results.length > 0) process.exitCode = 1;
  }
}

void main();
