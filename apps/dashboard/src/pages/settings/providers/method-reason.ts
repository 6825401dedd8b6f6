/** Why a method cannot be taken, by the start of the API's sentence (apps/gateway/src/providers/provider.ts). */
const sentences = [
  ['noProvider', /^No provider for /],
  ['notOffered', /^This store does not offer /],
  ['leftOut', /^The settings of .+ leave .+ out/],
  ['certificateEnded', /^The certificate of .+ ended/],
] as const;

type MethodReason = (typeof sentences)[number][0];

/** Undefined for a sentence of a provider itself, which stands as it is. */
export function methodReason(sentence: string): MethodReason | undefined {
  return sentences.find(([, pattern]) => pattern.test(sentence))?.[0];
}
