/**
 * Stores whose test clock was moved, each with its time: the store `:storeId`, or all whose clock is not being moved now.
 * A request that moves a clock does the due work of its store itself.
 */
export const movedClocksSql = `
  select store_id, cast(:now as timestamptz) + offset_ms * interval '1 millisecond' as now from store_clocks
  where case when cast(:storeId as text) is null then advancing_until is null or advancing_until <= :now
    else store_id = :storeId end`;
