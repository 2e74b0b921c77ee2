import { shape } from '@parley/contract';
import { useState } from 'react';

export const ui = { shape, useState };
