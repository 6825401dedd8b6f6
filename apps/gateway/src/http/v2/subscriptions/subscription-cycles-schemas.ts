import { Type } from 'typebox';
import { Id } from '../../fields/fields';
import { listQuery } from '../lists';

export const CycleList = Type.Object({ ...listQuery, id: Id });

export const UpcomingGet = Type.Object({ id: Id });
