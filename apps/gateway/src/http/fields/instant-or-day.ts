import { isCalendarDay, startOfSaoPauloDay } from '@pitanga/core';

const instantShape = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** True for an ISO 8601 instant with its offset from UTC, and for a real calendar day. */
export function isInstantOrDay(text: string): boolean {
  return isCalendarDay(text) || isInstant(text);
}

/** True for an ISO 8601 instant with its offset from UTC that a Date can hold. */
export function isInstant(text: string): boolean {
  const day = instantShape.exec(text)?.[1];
  // Date accepts 30 February as 2 March.
  return day !== undefined && isCalendarDay(day) && !Number.isNaN(Date.parse(text));
}

/** The instant; a day begins at midnight in America/Sao_Paulo. */
export function parseInstant(text: string): Date {
  return isCalendarDay(text) ? startOfSaoPauloDay(text) : new Date(text);
}
