const storageKey = (storeId: string): string => `pitanga-fees-seen/${storeId}`;

/** Remembers in this browser that its person has looked at the fees. */
export function noteFeesSeen(storeId: string): void {
  localStorage.setItem(storageKey(storeId), 'seen');
}

export function wereFeesSeen(storeId: string): boolean {
  return localStorage.getItem(storageKey(storeId)) !== null;
}
