import { useRef, useState } from 'react';
import { useToasts } from '../actions/toasts';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import type { Column } from './columns';
import { toCsv } from './csv';
import { loadAll } from './load-all';
import type { LoadPage } from './record-list';
import { saveFile } from './save-file';

/** More would not fit a browser's memory comfortably. */
const rowsMax = 50_000;

export interface CsvExportProps<Row> {
  /** The file's name without its ending. */
  readonly name: string;
  readonly load: LoadPage<Row>;
  readonly columns: readonly Column<Row>[];
}

interface CsvExport {
  /** Rows so far; undefined while none runs. */
  readonly count: number | undefined;
  /** Starts it, or stops the one that runs. */
  readonly toggle: () => void;
}

/** Loads a whole list, page by page, and saves it as CSV. */
export function useCsvExport<Row>({ name, load, columns }: CsvExportProps<Row>): CsvExport {
  const say = useWords(commonWords);
  const toasts = useToasts();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);

  const run = async (): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setCount(0);
    try {
      const { rows } = await loadAll(load, { signal: abort.signal, rowsMax, onCount: setCount });
      saveFile(`${name}.csv`, 'text/csv', toCsv(rows, columns));
      if (rows.length >= rowsMax) toasts.show(say('exportLimit', { count: rowsMax }));
    } catch (problem) {
      if (!abort.signal.aborted) toasts.showProblem(problem);
    } finally {
      running.current = undefined;
      setCount(undefined);
    }
  };
  const toggle = (): void => {
    if (running.current) running.current.abort();
    else void run();
  };
  return { count, toggle };
}
