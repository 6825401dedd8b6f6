import { Type } from 'typebox';

const params = Type.Object({ id: Type.String({ pattern: '^[0-9A-Za-z_]{1,64}$' }) });

/** A page for whoever has its unguessable address. */
export const publicPage = { config: { permission: 'public' }, schema: { params, hide: true } } as const;
