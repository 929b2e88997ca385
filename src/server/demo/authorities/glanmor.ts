import type { Plan } from './place/plan'

/**
 * Glanmor: a harbour town on a bay, with villages behind it, made up from end to end. It lies where
 * the map shows the open water of Cardigan Bay, so that no dot of the demo falls on a real address.
 */
export const glanmor: Plan = {
  slug: 'glanmor',
  town: 'Glanmor',
  centre: [330, 350],
  origin: { longitude: -4.47, latitude: 52.43 },
  boundary: [
    [-1200, 5200], [-1700, 3900], [-1450, 2900], [-2250, 2250], [-1950, 1250], [-1050, 650], [-650, -100], [-1050, -950],
    [-2100, -1450], [-3300, -1650], [-3550, -2600], [-2700, -3400], [-2900, -4600], [-500, -5000], [1800, -4700],
    [3900, -3600], [4700, -1700], [4500, 400], [4900, 2300], [3700, 4200], [1400, 5000],
  ],
  coast: {
    name: 'Bae Glanmor',
    from: 0,
    to: 12,
    before: [
      [6500, 60000], [7300, 42000], [4700, 34500], [5600, 27500], [1700, 24000], [1300, 19500], [-1100, 16500], [700, 13500],
      [-300, 11500], [200, 9300], [-900, 8200], [-500, 6600],
    ],
    after: [
      [-2500, -5900], [-3600, -7000], [-3300, -8600], [-4600, -10200], [-2600, -13500], [-4100, -17500], [-3300, -22500],
      [-6200, -26500], [-1700, -33000], [-2600, -43000], [-900, -60000],
    ],
    open: [[-80000, -60000], [-80000, 60000]],
  },
  rivers: [
    {
      name: 'Afon Gŵydd',
      line: [[7000, 1800], [4500, 950], [3100, 1350], [2000, 550], [1000, 650], [300, -60], [-600, -120], [-1500, -200]], beyond: { start: [[11500, 1400], [17500, 4200], [27000, 3600], [44000, 9800]] },
      width: [10, 62],
      walk: { name: 'Llwybr yr Afon', from: 0.3, to: 0.86, offset: 40 },
    },
    { name: 'Nant y Felin', line: [[1800, -6500], [1500, -4500], [1900, -3000], [1300, -1900], [900, -900], [520, 80]], beyond: { start: [[2700, -9800], [5600, -13500]] }, width: [5, 11] },
  ],
  lakes: [
    { name: 'Llyn yr Ŵyn', centre: [3050, 3050], radius: [480, 210], bearing: 55 },
    { name: 'Pwll y Felin', centre: [1330, -1850], radius: [110, 60], bearing: 100 },
  ],
  parks: [
    { name: 'Parc y Castell', centre: [-240, 480], radius: [230, 150], bearing: 50 },
    { name: 'Twyni Glanmor', centre: [-1450, 3300], radius: [850, 260], bearing: 80 },
    { name: 'Coed yr Ŵyn', centre: [3250, 3150], radius: [900, 520], bearing: 55 },
    { name: 'Parc Penrhyn', centre: [-2850, -2450], radius: [520, 330], bearing: 20 },
    { name: 'Coed y Cwm', centre: [1950, -3250], radius: [620, 300], bearing: 110 },
    { name: 'Caeau Chwarae', centre: [1230, -350], radius: [230, 140], bearing: 30 },
    { name: 'Mynwent Dewi Sant', centre: [820, 1500], radius: [150, 100], bearing: 0 },
  ],
  railways: [
    {
      name: 'Rheilffordd y Glannau',
      line: [[600, 9000], [200, 5200], [-500, 3600], [-650, 2300], [100, 1350], [950, 330], [760, -600], [-250, -1500], [-1350, -2350], [-1500, -3700], [-1700, -9000]], beyond: {
        start: [[2300, 13800], [3600, 20500], [8200, 30000], [11500, 60000]],
        end: [[200, -13500], [-600, -20500], [3400, -31000], [4600, -60000]],
      },
    },
  ],
  mainRoads: [
    { name: 'Stryd Fawr', line: [[-330, 760], [150, 480], [620, 470], [1250, 850]] },
    { name: 'Ffordd y Gogledd', line: [[150, 480], [-150, 1150], [-620, 1900], [-350, 3000], [350, 4200], [500, 6500]], beyond: { end: [[1900, 10600], [3300, 15200], [4100, 23500], [9000, 34000], [12500, 60000]] } },
    { name: 'Ffordd y Môr', line: [[-330, 760], [-900, 1150], [-1420, 1750], [-1420, 2350], [-620, 1900]] },
    { name: 'Ffordd yr Afon', line: [[1250, 850], [2200, 1150], [3100, 1850], [4100, 2150], [6500, 3200]], beyond: { end: [[11200, 4300], [16500, 6600], [27500, 5200], [60000, 13500]] } },
    { name: 'Ffordd y Bont', line: [[620, 470], [560, -100], [280, -850], [-300, -1250], [-1250, -1850], [-2050, -2050], [-2250, -2950]] },
    { name: 'Ffordd y De', line: [[280, -850], [550, -1800], [350, -3000], [700, -4000], [500, -6500]], beyond: { end: [[1100, -10500], [900, -15800], [2300, -23000], [6200, -33000], [8300, -60000]] } },
    { name: 'Ffordd Osgoi', line: [[-350, 3000], [700, 2450], [1700, 1900], [2200, 1150], [2350, 100], [1900, -1000], [1150, -1500], [550, -1800]] },
  ],
  lanes: [
    { name: 'Lôn y Llyn', line: [[350, 4200], [1500, 3700], [2300, 3300], [2550, 2500], [3100, 1850]] },
    { name: 'Lôn y Mynydd', line: [[2350, 100], [3200, -600], [3300, -1600], [2700, -2500], [1500, -2600], [350, -3000]] },
    { name: 'Lôn y Clogwyn', line: [[-2250, -2950], [-2000, -3900], [-800, -3700], [350, -3000]] },
    { name: 'Lôn y Coed', line: [[1900, -1000], [2600, -1000], [3300, -1600], [4200, -2100], [5500, -2300]] },
  ],
  paths: [
    { name: 'Llwybr yr Arfordir', line: [[-1280, 4700], [-1480, 3900], [-1330, 3000], [-2080, 2250], [-1780, 1350], [-980, 800]] },
    { name: 'Llwybr Penrhyn', line: [[-2050, -1600], [-3100, -1900], [-3300, -2550], [-2650, -3150], [-2250, -2950]] },
    { name: 'Llwybr y Llyn', line: [[2500, 2700], [2600, 3300], [3200, 3700], [3650, 3500], [3500, 2900], [2950, 2450], [2500, 2700]] },
  ],
  surroundings: {
    towns: [
      { name: 'Trewennol', centre: [3200, 15100], radius: 1100 },
      { name: 'Rhyd-y-bont', centre: [16300, 6300], radius: 1300 },
      { name: 'Llan-y-graig', centre: [1000, -15600], radius: 1200 },
      { name: 'Capel Gwŷdd', centre: [11300, -9200], radius: 800 },
      { name: 'Bryn-y-dderwen', centre: [12300, 14600], radius: 700 },
    ],
    woods: [
      { name: 'Coedwig y Bryniau', centre: [11800, -2200], radius: [3100, 1800], bearing: 70 },
      { name: 'Mynydd Gwennol', centre: [9000, 11300], radius: [2600, 1700], bearing: 35 },
      { name: 'Coed Capel', centre: [8600, -13600], radius: [2300, 1300], bearing: -40 },
    ],
    roads: [
      { name: 'Ffordd y Bryniau', line: [[3200, 15100], [8300, 15600], [12300, 14600], [15600, 10800], [16300, 6300]] },
      { name: 'Ffordd y Capel', line: [[16300, 6300], [16200, -1400], [14600, -5800], [11300, -9200], [6300, -13900], [1000, -15600]] },
    ],
  },
  neighbourhoods: [
    { name: 'Y Dref', kind: 'centre', centre: [360, 480], radius: [1000, 760], bearing: 10, deprivation: 0.6 },
    { name: 'Yr Harbwr', kind: 'terraces', centre: [-150, -720], radius: [750, 620], bearing: -40, deprivation: 0.82 },
    { name: 'Glan-y-dŵr', kind: 'suburb', centre: [-1000, 1750], radius: [850, 620], bearing: 60, deprivation: 0.2 },
    { name: 'Pen-y-tŵr', kind: 'estate', centre: [650, 1680], radius: [980, 720], bearing: -25, deprivation: 0.9 },
    { name: 'Maes yr Ŷd', kind: 'suburb', centre: [1650, 100], radius: [750, 800], bearing: 15, deprivation: 0.35 },
    { name: 'Tŷ Newydd', kind: 'estate', centre: [800, -1150], radius: [900, 640], bearing: 35, deprivation: 0.72 },
    { name: 'Porth Llŷr', kind: 'terraces', centre: [-1750, -2050], radius: [620, 420], bearing: 15, deprivation: 0.5 },
    { name: 'Llanfair-y-bryn', kind: 'village', centre: [300, 4000], radius: [420, 320], bearing: 70, deprivation: 0.3 },
    { name: 'Pentre’r Ŵyn', kind: 'village', centre: [2600, 2350], radius: [380, 300], bearing: 60, deprivation: 0.25 },
    { name: 'Gelli’r Gŵydd', kind: 'village', centre: [3350, 1950], radius: [420, 320], bearing: 20, deprivation: 0.55 },
    { name: 'Cwm-y-ŷd', kind: 'village', centre: [3200, -1500], radius: [430, 320], bearing: 120, deprivation: 0.62 },
    { name: 'Tal-y-sŵn', kind: 'village', centre: [450, -3050], radius: [450, 340], bearing: 85, deprivation: 0.45 },
  ],
  streetWords: {
    order: 'kind first',
    firsts: [
      'y Bont', 'y Felin', 'yr Eglwys', 'y Capel', 'y Môr', 'y Ddôl', 'y Castell', 'yr Ysgol', 'y Farchnad',
      'y Goeden', 'yr Onnen', 'y Dderwen', 'y Fedwen', 'yr Helyg', 'y Gollen', 'y Gelynnen', 'yr Afon', 'y Nant',
      'y Ffynnon', 'y Graig', 'y Bryn', 'y Waun', 'y Gors', 'y Coed', 'y Berllan', 'yr Ardd', 'y Rhosyn', 'y Grug',
      'yr Eithin', 'y Wennol', 'y Dryw', 'yr Ehedydd', 'y Fwyalchen', 'yr Wylan', 'y Gog', 'y Barcud', 'y Tŵr',
      'y Tŷ Gwyn', 'yr Ŵyn', 'yr Ŷd', 'y Gŵydd', 'y Dŵr', 'Glyndŵr', 'Llŷr', 'Llywelyn', 'Dewi', 'Teilo', 'Padarn',
      'Cadog', 'Beuno', 'Ceinwen', 'Dwynwen', 'Gwenllian', 'Branwen', 'Rhiannon', 'Pryderi', 'Arthur', 'Myrddin',
      'Taliesin', 'Aneirin', 'Hywel', 'Owain', 'Emrys', 'Idris', 'Madog', 'Tudur', 'Nest', 'Elen', 'Ffraid', 'Mair',
      'Mihangel', 'Ioan', 'Pedr', 'Newydd', 'Uchaf', 'Isaf', 'Ganol', 'Victoria', 'Alexandra', 'Sant Siôr', 'y Cei',
      'y Llong', 'y Pysgotwr', 'yr Angor', 'y Goleudy', 'y Traeth', 'y Tywod', 'y Gwynt', 'yr Haul', 'y Lleuad',
      'yr Enfys', 'y Gof', 'y Saer', 'y Crydd', 'y Gwehydd', 'y Bugail', 'y Chwarel', 'yr Odyn', 'y Maen', 'y Groes',
      'Penrhyn', 'Pen-y-bryn', 'Tan-y-graig', 'Bryn Awel', 'Bryn Teg', 'Haulfryn', 'Heulwen', 'Awel y Môr',
      'Min y Don', 'Sŵn y Don',
    ],
    roads: {
      centre: ['Stryd', 'Stryd', 'Stryd', 'Heol', 'Lôn', 'Sgwâr'],
      terraces: ['Stryd', 'Stryd', 'Heol', 'Teras', 'Rhes'],
      suburb: ['Rhodfa', 'Ffordd', 'Heol', 'Gerddi', 'Cilgant', 'Llys'],
      estate: ['Heol', 'Maes', 'Ffordd', 'Rhodfa', 'Bro', 'Trem'],
      village: ['Lôn', 'Lôn', 'Heol', 'Rhiw', 'Tai'],
      close: ['Clos', 'Clos', 'Cwrt', 'Llys', 'Maes'],
    },
  },
  wards: [
    { name: 'Castle', welsh: 'Y Castell', near: [0, 600] },
    { name: 'Market', welsh: 'Y Farchnad', near: [800, 500] },
    { name: 'Harbour', welsh: 'Yr Harbwr', near: [-200, -700] },
    { name: 'Glan-y-dŵr', welsh: 'Glan-y-dŵr', near: [-1000, 1750] },
    { name: 'Pen-y-tŵr East', welsh: 'Dwyrain Pen-y-tŵr', near: [1150, 1650] },
    { name: 'Pen-y-tŵr West', welsh: 'Gorllewin Pen-y-tŵr', near: [350, 1950] },
    { name: 'Maes yr Ŷd and Cwm-y-ŷd', welsh: 'Maes yr Ŷd a Chwm-y-ŷd', near: [1850, -100] },
    { name: 'Tŷ Newydd', welsh: 'Tŷ Newydd', near: [850, -1250] },
    { name: 'Porth Llŷr', welsh: 'Porth Llŷr', near: [-1750, -2050] },
    { name: 'Llanfair and the Dunes', welsh: 'Llanfair a’r Twyni', near: [300, 3900] },
    { name: 'Gelli’r Gŵydd', welsh: 'Gelli’r Gŵydd', near: [3000, 2100] },
    { name: 'Tal-y-sŵn', welsh: 'Tal-y-sŵn', near: [600, -3000] },
  ],
  authority: { code: 'W06990001', name: 'Glanmor', welsh: 'Glanmor', wardPrefix: 'W0599' },
  postcodeArea: 'LD',
}
