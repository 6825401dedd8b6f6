import { useState } from 'react';
import { Icon } from '../../parts/icon';
import './products.css';

interface Props {
  readonly url: string | null;
  /** Decoration without it. */
  readonly name?: string;
  readonly isLarge?: boolean;
  readonly onFail?: () => void;
}

/** A product's picture; a box where there is none, or none that can be shown. */
export function ProductImage({ url, name = '', isLarge = false, onFail }: Props) {
  const [failed, setFailed] = useState<string>();
  const isShown = url !== null && url !== '' && url !== failed;
  return (
    <span className={isLarge ? 'product-image product-image-large' : 'product-image'}>
      {isShown ? (
        <img
          src={url}
          alt={name}
          loading="lazy"
          // Another host learns nothing of where its picture stands.
          referrerPolicy="no-referrer"
          onError={() => {
            setFailed(url);
            onFail?.();
          }}
        />
      ) : (
        <Icon name="box" size={isLarge ? 40 : 18} />
      )}
    </span>
  );
}
