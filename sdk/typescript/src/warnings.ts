/** Takes what the platform says beside an answer: one sentence a time. */
export type WarningHandler = (sentence: string) => void;

/** Sentences have names from requests in them: more than this many are not kept. */
const keptMax = 1_000;

/** A handler that writes each distinct sentence once to the console. */
export function warnOnce(): WarningHandler {
  const said = new Set<string>();
  return (sentence) => {
    if (said.has(sentence)) return;
    if (said.size >= keptMax) said.clear();
    said.add(sentence);
    console.warn(`Pitanga: ${sentence}`);
  };
}

/** The sentences of the `Warning` headers of an answer (RFC 9110, code 299). */
export function readWarnings(headers: Headers): string[] {
  const found = (headers.get('warning') ?? '').matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}

/** Tells the handler. What it throws does not make a failure of a call that was answered. */
export function reportWarnings(headers: Headers, handler: WarningHandler | false): void {
  if (handler === false) return;
  for (const sentence of readWarnings(headers)) {
    try {
      handler(sentence);
    } catch (error) {
      console.error(error);
    }
  }
}
