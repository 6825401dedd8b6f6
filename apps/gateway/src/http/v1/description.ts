const lengthMax = 500;

/** v1 takes a description of any length; a record keeps 500 characters. */
export function cutDescription(description: string): string {
  return Array.from(description).slice(0, lengthMax).join('');
}
