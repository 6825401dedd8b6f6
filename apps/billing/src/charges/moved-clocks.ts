/**
 * Stores whose clock was moved, each with its time: the one named by `:storeId`, or all that are not being advanced
 * just now. An advance does what is due by itself, and waits for it.
 */
export const movedClocksSql = `
  select store_id, cast(:now as timestamptz) + offset_ms * interval '1 millisecond' as now from store_clocks
  where case when cast(:storeId as text) is null then advancing_until is null or advancing_until <= :now
    else store_id = :storeId end`;
