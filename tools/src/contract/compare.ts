import type { Promises } from './promises';

/** The promises of the earlier contract that a change breaks; empty when it only adds. */
export function brokenPromises(before: Promises, now: Promises): readonly string[] {
  // Where any value is taken, so is each that had a name.
  const gone = missing('+ ', before, now).filter((line) => !now.has(`+ ${fieldOfChoice(line) ?? ''} | any value`));
  // Null among the choices of an answer, and null beside them, are one.
  const lost = gone.filter((line) => !(line.endsWith(' | null') && now.has(`- ${line}`)));
  // Something removed as a whole is reported once, without its parts.
  const removed = lost.filter((line) => !lost.some((other) => line !== other && isWithin(line, other)));
  // A new field or operation, or a type that is new to a field, may demand what it likes.
  const demanded = missing('- ', now, before).filter((line) => before.has(`+ ${parseSubject(line)}`));
  return [...removed.map((line) => `removed: ${line}`), ...demanded.map((line) => `added: ${line}`)];
}

/** The lines of a kind that others lack and hold nothing narrower than, without the mark of the kind. */
function missing(kind: '+ ' | '- ', lines: Promises, others: Promises): readonly string[] {
  const bounds = [...others].flatMap((line) => parseBound(line) ?? []);
  return [...lines]
    .filter((line) => line.startsWith(kind) && !others.has(line))
    .filter((line) => {
      const bound = parseBound(line);
      return !bound || !bounds.some(({ of, narrowness }) => of === bound.of && narrowness >= bound.narrowness);
    })
    .map((line) => line.slice(kind.length));
}

/** What a line with a number is about, and a number that grows as fewer values are left. */
function parseBound(line: string): { readonly of: string; readonly narrowness: number } | undefined {
  const [, of, side, limit] = /^(.* \| (max|min|exclusiveMax|exclusiveMin)[A-Za-z]*) (\S+)$/.exec(line) ?? [];
  if (of === undefined) return undefined;
  return { of, narrowness: /max$/i.test(side ?? '') ? -Number(limit) : Number(limit) };
}

/** `POST /x body.name` of `POST /x body.name | null`, and its strings of `POST /x body.name | string | maxLength 9`. */
function parseSubject(line: string): string | undefined {
  return /^(.*?(?: \| \w+(?= \| ))?) \| /.exec(line)?.[1];
}

/** `POST /x body.kind` of `POST /x body.kind | "A"`. */
function fieldOfChoice(line: string): string | undefined {
  return /^(.*?) \| (?:".*"|-?[\d.]+|true|false)$/.exec(line)?.[1];
}

function isWithin(line: string, whole: string): boolean {
  return line.startsWith(whole) && [' ', '.', '[', '('].includes(line.charAt(whole.length));
}
