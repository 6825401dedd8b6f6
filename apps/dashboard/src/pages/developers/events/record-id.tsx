import { CopyText } from '../../../parts/copy-text';
import { findRecordId, type StoreEvent } from './event-record';

/** The id of the record that an event is about, to copy. */
export function RecordId({ event }: { readonly event: StoreEvent }) {
  const id = findRecordId(event);
  return id === undefined ? <span>—</span> : <CopyText text={id} />;
}
