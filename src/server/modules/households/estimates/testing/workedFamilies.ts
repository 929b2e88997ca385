/** Healthy Start and free school meals: handWorked.ts. */
import { england, family, northernIreland, open, scotland, wales, type WorkedHousehold } from './handWorked'

const meals = { free_school_meals: open }
const start = { healthy_start: open }

export const HEALTHY_START: readonly WorkedHousehold[] = [
  [
    'a baby: 9.30 × 52, and a pregnancy of 30 × 4.65',
    { ...england, ...family(1, 0), ...start },
    { healthy_start: [483.6, 623.1] },
  ],
  [
    'a child of 3 in Northern Ireland',
    { ...northernIreland, ...family(1, 3), ...start },
    { healthy_start: [241.8, 381.3] },
  ],
  ['no child: a pregnancy, 30 × 4.65', { ...england, ...start }, { healthy_start: 139.5 }],
  ['a child of 5: a pregnancy', { ...wales, ...family(1, 5), ...start }, { healthy_start: 139.5 }],
  [
    'two, the youngest a baby: one, or twins',
    { ...england, ...family(2, 0), ...start },
    { healthy_start: [483.6, 1106.7] },
  ],
  [
    'three, the youngest a baby: 2 × 483.60 + 241.80',
    { ...wales, ...family(3, 0), ...start },
    { healthy_start: [483.6, 1348.5] },
  ],
  [
    'three, the youngest 3: two of them, at most',
    { ...england, ...family(3, 3), ...start },
    { healthy_start: [241.8, 623.1] },
  ],
  [
    'of 0, 2 and 5: 483.60 + 241.80',
    { ...england, ...family(3, 0, '0;2;5'), ...start },
    { healthy_start: [725.4, 864.9] },
  ],
  ['of unknown age', { ...england, ...family(1, null), ...start }, { healthy_start: [241.8, 623.1] }],
  [
    'Wales, of 1, 3 and 6, who all eat free: 2 × 241.80, and a pregnancy',
    { ...wales, ...family(3, 1, '1;3;6'), ...start, ...meals },
    { healthy_start: [483.6, 623.1] },
  ],
  [
    'three, the youngest 2, who may all be under four, or at school but one',
    { ...england, ...family(3, 2), ...start, ...meals },
    { healthy_start: [241.8, 864.9], free_school_meals: [0, 1487.7] },
  ],
  [
    'twins: 2 × 483.60, and a pregnancy',
    { ...england, ...family(2, 0, '0;0'), ...start },
    { healthy_start: [967.2, 1106.7] },
  ],
]

export const SCHOOL_MEALS: readonly WorkedHousehold[] = [
  ['England, 12', { ...england, ...family(1, 12), ...meals }, { free_school_meals: 495.9 }],
  ['England, 6: eats free', { ...england, ...family(1, 6), ...meals }, {}],
  ['England, 7: year 2 or 3', { ...england, ...family(1, 7), ...meals }, { free_school_meals: [0, 495.9] }],
  [
    'England, three from 5 on: two at most',
    { ...england, ...family(3, 5), ...meals },
    { free_school_meals: [0, 991.8] },
  ],
  ['England, of 5, 9 and 12', { ...england, ...family(3, 5, '5;9;12'), ...meals }, { free_school_meals: 991.8 }],
  ['England, of 7 and 10', { ...england, ...family(2, 7, '7;10'), ...meals }, { free_school_meals: [495.9, 991.8] }],
  [
    'England, eight from 6 on: four at 6 and 7',
    { ...england, ...family(8, 6), ...meals },
    { free_school_meals: [1983.6, 3471.3] },
  ],
  ['England, two of unknown age', { ...england, ...family(2, null), ...meals }, { free_school_meals: [0, 991.8] }],
  ['Wales, 10: eats free', { ...wales, ...family(1, 10), ...meals }, {}],
  ['Wales, 11: year 6 or 7', { ...wales, ...family(1, 11), ...meals }, { free_school_meals: [0, 495.9] }],
  ['Wales, two from 12 on', { ...wales, ...family(2, 12), ...meals }, { free_school_meals: 991.8 }],
  ['Scotland, 8: eats free', { ...scotland, ...family(1, 8), ...meals }, {}],
  ['Scotland, 9: primary 5 or 6', { ...scotland, ...family(1, 9), ...meals }, { free_school_meals: [0, 495.9] }],
  ['Scotland, 11', { ...scotland, ...family(1, 11), ...meals }, { free_school_meals: 495.9 }],
  ['Northern Ireland, 5', { ...northernIreland, ...family(1, 5), ...meals }, { free_school_meals: 495.9 }],
  [
    'Northern Ireland, 4: at school or not',
    { ...northernIreland, ...family(1, 4), ...meals },
    { free_school_meals: [0, 495.9] },
  ],
  [
    'Northern Ireland, two, the youngest 3, who may be in a nursery',
    { ...northernIreland, ...family(2, 3), ...meals },
    { free_school_meals: [0, 991.8] },
  ],
  [
    'Northern Ireland, two, the youngest 2',
    { ...northernIreland, ...family(2, 2), ...meals },
    { free_school_meals: [0, 495.9] },
  ],
  [
    'England, 3: in a school’s nursery over lunch, or not',
    { ...england, ...family(1, 3), ...meals },
    { free_school_meals: [0, 495.9] },
  ],
  ['Wales, 3: a nursery’s meals are for all', { ...wales, ...family(1, 3), ...meals }, {}],
  [
    'Scotland, 10: primary 5 after a late start, or 6',
    { ...scotland, ...family(1, 10), ...meals },
    { free_school_meals: [0, 495.9] },
  ],
  [
    'Northern Ireland, 16: at school, as it is eligible',
    { ...northernIreland, ...family(1, 16), ...meals },
    { free_school_meals: 495.9 },
  ],
  [
    'Wales, two from 16 on: one surely at school',
    { ...wales, ...family(2, 16, '16;17'), ...meals },
    { free_school_meals: [495.9, 991.8] },
  ],
  [
    'England, of 9 and 17, who may be at a college',
    { ...england, ...family(2, 9, '9;17'), ...meals },
    { free_school_meals: [495.9, 991.8] },
  ],
  [
    'Healthy Start and school meals of 1, 3 and 9: 2 × 241.80',
    { ...england, ...family(3, 1, '1;3;9'), ...start, ...meals },
    { healthy_start: [483.6, 623.1], free_school_meals: [495.9, 991.8] },
  ],
  // What contradicts itself is left out.
  ['Healthy Start in Scotland', { ...scotland, ...family(1, 2), ...start }, {}],
  ['school meals without a child', { ...england, ...meals }, {}],
  ['60 children in a household of one', { ...england, ...family(60, 9), household_size: 1, ...start, ...meals }, {}],
  ['60 children in a household of 61', { ...england, ...family(60, 9), ...meals }, {}],
  ['ages of two children for three', { ...england, ...family(3, 2, '2;5'), ...start, ...meals }, {}],
]

/** Families of a council whose wards are all in London. */
export const IN_LONDON: readonly WorkedHousehold[] = [
  ['London, 8: the Mayor pays', { ...england, ...family(1, 8), ...meals }, {}],
  ['London, 11: year 6 or 7', { ...england, ...family(1, 11), ...meals }, { free_school_meals: [0, 495.9] }],
  [
    'London, 4: in a nursery, which the Mayor does not pay for, or in reception',
    { ...england, ...family(1, 4), ...meals },
    { free_school_meals: [0, 495.9] },
  ],
  ['London, 12', { ...england, ...family(1, 12), ...meals }, { free_school_meals: 495.9 }],
  ['London, of 5, 9 and 14', { ...england, ...family(3, 5, '5;9;14'), ...meals }, { free_school_meals: 495.9 }],
]

/** Where some wards are in London, and some are not. */
export const PARTLY_IN_LONDON: readonly WorkedHousehold[] = [
  ['partly London, 8: eats free there', { ...england, ...family(1, 8), ...meals }, { free_school_meals: [0, 495.9] }],
  ['partly London, 12', { ...england, ...family(1, 12), ...meals }, { free_school_meals: 495.9 }],
]
