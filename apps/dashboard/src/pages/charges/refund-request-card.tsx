import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { Card } from '../../parts/card';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { refundableAmount, type ChargeDetails } from './charge-status';
import { refundRequestTones, type RefundRequest } from './refund-request-status';
import { refundRequestsWords } from './refund-requests-words';

/** Loaded when it is first opened: it brings the dialog of top-ups with it. */
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog')).RefundDialog }));

/** The request of a charge that waits for a decision, if there is one. */
export function RefundRequestCard({ charge }: { readonly charge: ChargeDetails }) {
  const { id: chargeId } = charge;
  const query = { chargeId, status: 'OPEN', limit: 1 } as const;
  const { data } = useGet('/v2/refund-requests/list', ['refund-requests', 'of', chargeId], query);
  const [request] = data ?? [];
  return request ? <OpenRequest request={request} charge={charge} /> : null;
}

function OpenRequest({ request, charge }: { readonly request: RefundRequest; readonly charge: ChargeDetails }) {
  const say = useWords(refundRequestsWords);
  const { may } = useStore();
  const [isApproving, approving] = useDisclosure(false);
  const [isRefusing, refusing] = useDisclosure(false);
  return (
    <Card
      title={say('asked')}
      actions={<Status tone={refundRequestTones[request.status]}>{say(request.status)}</Status>}
    >
      <Text size="sm">{request.reason ?? say('noReason')}</Text>
      {may('REFUND:CREATE') && (
        <div className="card-buttons">
          <Button onClick={approving.open}>{say('approve')}</Button>
          <Button variant="default" onClick={refusing.open}>
            {say('refuse')}
          </Button>
        </div>
      )}
      {isApproving && (
        <Suspense>
          <RefundDialog
            charge={charge}
            left={refundableAmount(charge)}
            requestId={request.id}
            onClose={approving.close}
          />
        </Suspense>
      )}
      {isRefusing && <RefuseDialog id={request.id} onClose={refusing.close} />}
    </Card>
  );
}

function RefuseDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const say = useWords(refundRequestsWords);
  const { key } = useStore();
  const refuse = usePost('/v2/refund-requests/refuse', { refreshes: [key()], done: say('refused'), onDone: onClose });
  return (
    <ConfirmDialog title={say('refuseTitle')} verb={say('refuse')} action={refuse} input={{ id }} onClose={onClose}>
      {say('refuseHint')}
    </ConfirmDialog>
  );
}
