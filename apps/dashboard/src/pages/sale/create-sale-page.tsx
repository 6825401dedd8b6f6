import { lazy, Suspense, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import type { BodyAt } from '../../api/paths';
import { RecordForm } from '../../forms/record-form';
import { curl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { AfterCard } from './after-card';
import { ItemsCard } from './items-card';
import { PaymentCard } from './payment-card';
import { toPreview, type SaleForm } from './sale';
import { SaleEditor } from './sale-editor';

/** Waits for an answer of its own. */
const NothingTaken = lazy(async () => ({ default: (await import('../taking/nothing-taken')).NothingTaken }));

type Path = '/v2/payment-links/create' | '/v2/checkouts/create';

interface Props {
  readonly form: UseFormReturn<SaleForm>;
  readonly path: Path;
  /** Its records and their pages: `/links`. */
  readonly area: 'links' | 'checkouts';
  readonly say: (key: 'createTitle' | 'title' | 'create' | 'created') => string;
  readonly toBody: (values: SaleForm) => BodyAt<Path>;
  readonly hasDueDate?: boolean;
  /** Fields between the items and the payment. */
  readonly children?: ReactNode;
}

/** A new payment link or checkout, with its page beside the form. */
export function CreateSalePage(props: Props) {
  const { form, path, area, say, toBody, hasDueDate = false, children } = props;
  const { key } = useStore();
  const create = usePost(path, {
    refreshes: [key(area)],
    done: say('created'),
    opens: ({ id }) => `/${area}/${id}`,
  });
  return (
    <Page title={say('createTitle')} parent={{ path: `/${area}`, title: say('title') }}>
      <Suspense>
        <NothingTaken />
      </Suspense>
      <SaleEditor form={form} toPage={toPreview} toSample={(values) => curl('POST', path, toBody(values))}>
        <RecordForm form={form} verb={say('create')} action={create} cancelTo={`/${area}`} toInput={toBody}>
          <ItemsCard form={form} />
          {children}
          <PaymentCard form={form} hasDueDate={hasDueDate} />
          <AfterCard form={form} />
        </RecordForm>
      </SaleEditor>
    </Page>
  );
}
