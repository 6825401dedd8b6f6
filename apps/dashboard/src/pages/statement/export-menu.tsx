import { Button, Menu } from '@mantine/core';
import { useAction } from '../../actions/use-action';
import { useToasts } from '../../actions/toasts';
import { download } from '../../api/download';
import { getAt } from '../../api/paths';
import type { Filters } from '../../lists/filters';
import { useCsvExport } from '../../lists/csv-export';
import { saveFile } from '../../lists/save-file';
import { Icon } from '../../parts/icon';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { StatementEntry } from './entry';
import { columnsIn, exportedColumns } from './statement-columns';
import { statementWords } from './statement-words';

/** The statement of the chosen days as a file: CSV as of every list, OFX as the API makes it. */
export function ExportMenu({ filters: { startDate = '', endDate = '' } }: { readonly filters: Filters }) {
  const say = useWords(statementWords);
  const common = useWords(commonWords);
  const { language } = useLanguage();
  const { scope, api } = useStore();
  const toasts = useToasts();
  const days = { ...(startDate === '' ? {} : { startDate }), ...(endDate === '' ? {} : { endDate }) };
  const name = [say('title').toLowerCase(), ...Object.values(days)].join('-');
  const csv = useCsvExport<StatementEntry>({
    name,
    load: (page, signal) => getAt(api, '/v2/bank-statement/list', { ...days, withBalance: true, ...page }, signal),
    columns: [...columnsIn(say, true), ...exportedColumns(say)],
  });
  const save = useAction({
    run: async () => {
      try {
        const file = await download(scope, '/v2/bank-statement/export', { format: 'ofx', language, ...days });
        saveFile(`${name}.ofx`, 'application/x-ofx', file);
      } catch (problem) {
        toasts.showProblem(problem);
      }
    },
  });
  if (csv.count !== undefined) {
    return (
      <Button variant="default" size="sm" leftSection={<Icon name="close" size={16} />} onClick={csv.toggle}>
        {common('exporting', { count: csv.count })}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="download" size={16} />}
          rightSection={<Icon name="down" size={16} />}
          loading={save.isRunning}
        >
          {say('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say(Object.keys(days).length === 0 ? 'exportAll' : 'exportPeriod')}</Menu.Label>
        <Menu.Item onClick={csv.toggle}>{say('exportCsv')}</Menu.Item>
        <Menu.Item
          onClick={() => {
            save.start();
          }}
        >
          {say('exportOfx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
