/** The same answer without fields that are pictures (`data:image/…`): an assistant reads none of them, and pays for each. */
export function withoutPictures(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutPictures);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([, value]) => !(typeof value === 'string' && value.startsWith('data:image/')))
      .map(([name, value]) => [name, withoutPictures(value)]),
  );
}
