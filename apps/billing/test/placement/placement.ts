import { createHash } from 'node:crypto';
import { unavailable } from '@pitanga/core';

/** Stores are placed by slot: a slot is what moves, so that a map of places stays small however many stores there are. */
const slots = 1_024;

/** Which database of the service has a store's rows. */
export interface Placement {
  /** @throws AppError UNAVAILABLE while the store's slot moves; the call reached nobody and may be repeated. */
  databaseOf(storeId: string): number;
  /** Calls for the slot of this store are refused until the move has ended. */
  beginMove(storeId: string): void;
  endMove(storeId: string, database: number): void;
}

/** Slots in equal shares over this number of databases. */
export function placementOver(databases: number): Placement {
  const places = Array.from({ length: slots }, (_slot, index) => Math.floor((index * databases) / slots));
  const moving = new Set<number>();
  return {
    databaseOf: (storeId) => {
      const slot = slotOf(storeId);
      if (moving.has(slot)) throw unavailable('The store is being moved to another database; repeat the request');
      return places[slot] ?? 0;
    },
    beginMove: (storeId) => moving.add(slotOf(storeId)),
    endMove: (storeId, database) => {
      places[slotOf(storeId)] = database;
      moving.delete(slotOf(storeId));
    },
  };
}

/** The first four bytes of the SHA-256 of its id: even, and the same in every process and language. */
function slotOf(storeId: string): number {
  return createHash('sha256').update(storeId).digest().readUInt32BE(0) % slots;
}
