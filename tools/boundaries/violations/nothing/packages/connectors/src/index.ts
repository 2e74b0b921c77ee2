import { connect } from 'node:net';
import { shape } from '@parley/contract';

export const connector = { connect, shape };
