import type { Utms } from '@pitanga/contracts';
import { toldText } from '@pitanga/core';

/** The names in the address of a page (docs/behaviour/charges.md#utms). */
const names = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  src: 'src',
  sck: 'sck',
} as const satisfies Record<keyof Utms, string>;
const fields = Object.keys(names) as (keyof Utms)[];

const textMax = 150;

/** What the query of an address says, without what cannot be shown; undefined where it says nothing. */
export function readUtms(query: Readonly<Record<string, unknown>>): Utms | undefined {
  const given = fields.flatMap((field) => {
    const text = shortText(query[names[field]]);
    return text === undefined ? [] : [[field, text] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Adds them to the query of an address. */
export function addUtms(query: URLSearchParams, utms: Utms | undefined): void {
  for (const field of fields) {
    const text = utms?.[field];
    if (text !== undefined) query.set(names[field], text);
  }
}

/** The first of several. */
function shortText(value: unknown): string | undefined {
  const given: unknown = Array.isArray(value) ? value[0] : value;
  const told = typeof given === 'string' ? toldText(given) : undefined;
  // By code points, as a maxLength counts: half of one is no text.
  return told === undefined ? undefined : toldText(Array.from(told).slice(0, textMax).join(''));
}
