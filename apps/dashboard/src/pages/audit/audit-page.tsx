import type { ApiRecord } from '../../api/records';
import { textColumn } from '../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { useWords } from '../../words/words';
import { loggedAtColumn } from '../developers/logged-at-column';
import { SettingsTabs } from '../settings/settings-tabs';
import { actionWords, isAuditAction, storeActions } from './action-words';
import './audit.css';
import { auditWords } from './audit-words';
import { useNames, wayWords } from './people-and-keys';

type AuditEntry = ApiRecord<'AuditEntry'>;

/** Who changed what, newest first. */
export function AuditPage() {
  const say = useWords(auditWords);
  const sayAction = useWords(actionWords);
  const { known, whoIs, targetName } = useNames();
  const actionText = ({ action }: AuditEntry) => (isAuditAction(action) ? sayAction(action) : action);
  const environmentText = ({ devMode }: AuditEntry) => say(devMode === null ? 'both' : devMode ? 'test' : 'live');
  return (
    <RecordListPage<AuditEntry>
      title={say('title')}
      head={<SettingsTabs />}
      list={useFilteredListAt('/v2/audit-log/list', ['audit-log', 'list'])}
      columns={[
        textColumn('action', say('action'), actionText),
        {
          id: 'target',
          header: say('target'),
          cell: ({ target }) => (
            <span className="audit-name" title={target.id}>
              {targetName(target)}
            </span>
          ),
          text: ({ target }) => `${target.type} ${target.id}`,
          isExtra: true,
        },
        {
          id: 'actor',
          header: say('actor'),
          cell: ({ actor }) => (
            <span className="audit-name" title={actor.id}>
              {whoIs(actor)}
            </span>
          ),
          text: ({ actor }) => whoIs(actor),
          isExtra: true,
        },
        textColumn('environment', say('environment'), environmentText, { isExtra: true }),
        textColumn('way', say('origin'), ({ actor }) => say(wayWords[actor.kind]), { isExtra: true }),
        loggedAtColumn(say('at'), {}),
        // Too long for the table, and needed in a file that answers a question months later.
        textColumn('requestId', say('requestId'), ({ requestId }) => requestId, { isExportOnly: true }),
      ]}
      getPath={({ id }) => `/audit/${id}`}
      exportName="auditoria"
      filters={
        <>
          <ChoiceFilter name="action" label={say('action')} choices={storeActions} say={sayAction} />
          <ChoiceFilter name="actorId" label={say('actor')} choices={[...known]} />
          <TextFilter name="targetId" label={say('targetId')} />
        </>
      }
      empty={{ title: say('empty'), text: say('emptyHint'), curl: curl('GET', '/v2/audit-log/list') }}
    />
  );
}
