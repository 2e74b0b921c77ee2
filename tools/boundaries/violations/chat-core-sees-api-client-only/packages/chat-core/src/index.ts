import { call } from '@parley/api-client';
import { useState } from 'react';

export const useCore = () => useState(call);
