import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { PagePreview as Preview } from './page-preview';
import { methods, type SaleForm } from './sale';

/** Of what is created alone; an edit loads none. */
const SameInCode = lazy(async () => ({ default: (await import('../../parts/code-sample')).SameInCode }));

/** Drawn after the form. */
const PagePreview = lazy(async () => ({ default: (await import('./page-preview')).PagePreview }));

interface Props {
  readonly form: UseFormReturn<SaleForm>;
  readonly toPage: (values: SaleForm) => ComponentProps<typeof Preview>['page'];
  readonly toSample?: (values: SaleForm) => string;
  /** The form with its fields. */
  readonly children: ReactNode;
}

/** The form of a payment link or a checkout, with its page beside it as it will be. */
export function SaleEditor({ form, toPage, toSample, children }: Props) {
  const values = useWatch({ control: form.control }) as SaleForm;
  return (
    <div className="preview-columns">
      {children}
      <div className="preview-side">
        <Suspense>
          <PagePreview page={toPage(values)} methods={methods.filter((method) => values.methods.includes(method))} />
        </Suspense>
      </div>
      {toSample && (
        <Suspense>
          <SameInCode code={toSample(values)} />
        </Suspense>
      )}
    </div>
  );
}
