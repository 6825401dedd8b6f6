import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { methodReason } from '../src/pages/settings/providers/method-reason';

const source = readFileSync(resolve(__dirname, '../../gateway/src/providers/provider.ts'), 'utf8');

describe('why a method cannot be taken', () => {
  it('has words for every sentence of the gateway', () => {
    const refusals = source.slice(source.indexOf('function findRefusal'));
    const sentences = [...refusals.matchAll(/return `([^`]+)`/g)].map(([, sentence = '']) => sentence);
    expect(sentences.map(methodReason)).toEqual(['notOffered', 'noProvider', 'leftOut', 'certificateEnded']);
  });

  it("leaves a provider's own sentence as it is", () => {
    expect(methodReason("The provider refused 'token'.")).toBeUndefined();
  });
});
