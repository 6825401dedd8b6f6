import { Button } from '@mantine/core';
import { Icon } from '../parts/icon';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { useCsvExport, type CsvExportProps } from './csv-export';

/** Saves everything that is filtered as CSV. A second click stops it. */
export function ExportButton<Row>(props: CsvExportProps<Row>) {
  const say = useWords(commonWords);
  const { count, toggle } = useCsvExport(props);
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name={count === undefined ? 'download' : 'close'} size={16} />}
      onClick={toggle}
    >
      {count === undefined ? say('export') : say('exporting', { count })}
    </Button>
  );
}
