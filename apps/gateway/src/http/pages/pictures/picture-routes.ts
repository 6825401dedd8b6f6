import type { Api } from '../../edge/api';
import { previewImagePath } from '../html/preview';
import { fruitPng, iconOf } from './fruit-picture';

export const iconPath = '/favicon.ico';

/** Pictures that are the same for every store, made once. */
export function pictureRoutes(app: Api): void {
  const open = { config: { permission: 'public' }, schema: { hide: true } } as const;
  const icon = iconOf(fruitPng({ width: 48, height: 48, isTransparent: true }), 48);
  // The size that chats and social networks ask for.
  const preview = fruitPng({ width: 1_200, height: 630, isTransparent: false });
  for (const [path, type, bytes] of [
    [iconPath, 'image/x-icon', icon],
    [previewImagePath, 'image/png', preview],
  ] as const) {
    app.get(path, open, (_request, reply) =>
      reply
        .headers({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes),
    );
  }
}
