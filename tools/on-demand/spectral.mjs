// Holds the files of the arguments against `spectral:oas`; any result, a hint included, fails.
import { readFileSync } from 'node:fs';
import core from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const spectral = new core.Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
for (const file of process.argv.slice(2)) {
  const results = await spectral.run(new core.Document(readFileSync(file, 'utf8'), parsers.Json, file));
  for (const { code, message, path } of results) console.error(`${file} ${path.join('.')}: ${message} (${code})`);
  if (results.length > 0) process.exitCode = 1;
}
