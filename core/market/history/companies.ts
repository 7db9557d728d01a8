// The invented companies of the practice market: no name or symbol here is that of a listed company.
import { PAISE_PER_RUPEE } from '../../money.ts';
import type { Paise, Quantity } from '../../money.ts';

export interface Company {
  readonly symbol: string;
  readonly name: string;
  readonly sector: Sector;
  /** Price on the first day of the made history. */
  readonly startPrice: Paise;
  /** Shares traded on an ordinary day. */
  readonly averageDailyVolume: Quantity;
  /** Size of the company's own moves; 1 is usual. */
  readonly volatilityScale: number;
  /** How strongly it follows the market; 1 is like the market. */
  readonly beta: number;
  readonly sharesIssued: Quantity;
}

export const SECTORS = [
  'Financials',
  'Information Technology',
  'Health Care',
  'Consumer Staples',
  'Consumer Discretionary',
  'Energy',
  'Materials',
  'Industrials',
  'Communication Services',
  'Utilities',
  'Real Estate',
] as const;

type Sector = (typeof SECTORS)[number];

type Row = [
  symbol: string,
  name: string,
  rupees: number,
  volumeThousands: number,
  scale: number,
  beta: number,
  sharesMillions: number,
];

const ROWS: Record<Sector, Row[]> = {
  Financials: [
    ['SUVBANK', 'Suvarna Commerce Bank', 1620, 4800, 0.74, 1.12, 3100],
    ['MERIT', 'Merit Capital Finance', 412, 5200, 0.95, 1.28, 2400],
    ['DHANVIKA', 'Dhanvika Bank', 184, 21000, 0.98, 1.35, 9400],
    ['NEELHOUS', 'Neelgiri Housing Finance', 738, 1500, 1.05, 1.22, 640],
    ['VISHLIFE', 'Vishram Life Insurance', 905, 1900, 0.82, 0.94, 1250],
    ['KVGEN', 'Konkan Vista General Insurance', 1385, 720, 0.84, 0.82, 410],
    ['ARTHALINE', 'Arthaline Securities', 96.5, 9800, 1.46, 1.42, 880],
    ['GRAMODAYA', 'Gramodaya Microfinance', 228.4, 3600, 1.38, 1.3, 310],
  ],
  'Information Technology': [
    ['VAYUSYS', 'Vayu Systems', 3240, 1750, 0.76, 0.72, 1650],
    ['NAKSOFT', 'Nakshatra Software Labs', 1475, 4100, 0.8, 0.78, 2050],
    ['GANITRA', 'Ganitra Analytics', 5120, 310, 1.1, 0.96, 92],
    ['SUTRACLOUD', 'Sutradhar Cloud Services', 864, 1300, 1.12, 0.98, 330],
    ['BYTESAGAR', 'Bytesagar Technologies', 562, 2400, 0.97, 0.9, 710],
    ['LIPIKADIG', 'Lipika Digital', 148.75, 4300, 1.32, 1.08, 420],
    ['YANTRIK', 'Yantrik Infosolutions', 2190, 640, 0.94, 0.86, 260],
  ],
  'Health Care': [
    ['SANJIVRA', 'Sanjivra Pharma', 1130, 2300, 0.81, 0.58, 1150],
    ['OSHADHIKA', 'Oshadhika Laboratories', 4860, 340, 0.84, 0.55, 165],
    ['CHIKITSA', 'Chikitsa Plus Hospitals', 6350, 360, 0.88, 0.74, 140],
    ['MEDHAVIBIO', 'Medhavi Biologics', 318, 2900, 1.14, 0.76, 960],
    ['JEEVIKADX', 'Jeevika Diagnostics', 1940, 380, 0.98, 0.66, 86],
    ['RASVANTI', 'Rasvanti Life Sciences', 72.6, 5400, 1.4, 0.92, 520],
  ],
  'Consumer Staples': [
    ['GODHULI', 'Godhuli Foods', 2410, 980, 0.66, 0.52, 980],
    ['KURINJITEA', 'Kurinji Tea Estates', 264, 1600, 1.02, 0.7, 210],
    ['SWADYA', 'Swadya Dairy', 488, 1700, 0.86, 0.62, 430],
    ['KESARIKA', 'Kesarika Spices', 156.2, 3200, 0.92, 0.6, 580],
    ['NIRMALIKA', 'Nirmalika Home Care', 3320, 520, 0.64, 0.48, 520],
    ['PANGHAT', 'Panghat Beverages', 1015, 1150, 0.89, 0.68, 350],
  ],
  'Consumer Discretionary': [
    ['RATHVEGA', 'Rathvega Motors', 9850, 390, 0.85, 1.02, 250],
    ['PAWANEV', 'Pawan Electric Vehicles', 58.3, 26000, 1.58, 1.4, 3600],
    ['SWARNAREK', 'Swarnarekha Jewels', 2875, 1050, 0.92, 1.0, 620],
    ['UTSAVIKA', 'Utsavika Retail', 3690, 560, 0.98, 0.9, 290],
    ['VANYATRA', 'Vanyatra Resorts', 342, 3800, 1.04, 1.06, 840],
    ['VASTRIKA', 'Vastrika Threads', 119.6, 2700, 1.2, 0.94, 260],
    ['KHELKUD', 'Khelkud Sports and Toys', 645, 690, 1.18, 0.88, 120],
  ],
  Energy: [
    ['AGNIOIL', 'Agnivarsha Oil and Gas', 246.5, 13500, 0.86, 0.96, 8200],
    ['ARKAREF', 'Arka Refineries', 1280, 5600, 0.78, 1.08, 3800],
    ['JWALIKA', 'Jwalika Gas', 196.4, 7200, 0.9, 0.84, 2600],
    ['URJASAGAR', 'Urjasagar Offshore', 84.2, 9100, 1.24, 1.18, 1150],
  ],
  Materials: [
    ['VINDHCEM', 'Vindhyagiri Cement', 11840, 150, 0.82, 0.98, 95],
    ['LOHITYA', 'Lohitya Steel', 142.8, 24000, 1.08, 1.36, 7400],
    ['TAMRAVATI', 'Tamravati Copper', 268, 11200, 1.16, 1.4, 1900],
    ['RASAYANIKA', 'Rasayanika Chemicals', 2640, 480, 1.0, 0.88, 150],
    ['HARITKHET', 'Haritkhet Fertilisers', 574, 1900, 1.04, 0.98, 320],
    ['RANGAVALLI', 'Rangavalli Paints', 2960, 840, 0.72, 0.74, 610],
  ],
  Industrials: [
    ['SOPANIKA', 'Sopanika Infrastructure', 2210, 1600, 0.8, 1.16, 1080],
    ['DHRUTIKA', 'Dhrutika Engineering', 3480, 410, 0.96, 1.1, 190],
    ['MEGHDOOT', 'Meghdoot Logistics', 385, 1450, 1.06, 0.9, 270],
    ['VIMANIKA', 'Vimanika Airways', 1845, 1250, 1.04, 1.12, 330],
    ['RAKSHAERO', 'Raksha Aerosystems', 4120, 720, 1.15, 1.14, 340],
    ['VIDYUTKALA', 'Vidyutkala Electricals', 612, 1700, 0.97, 1.02, 460],
  ],
  'Communication Services': [
    ['SANDVANI', 'Sandeshvani Telecom', 1090, 3900, 0.78, 0.82, 4200],
    ['CHITRAPAT', 'Chitrapat Media', 208, 4600, 1.26, 1.08, 620],
    ['AKASHNET', 'Akashganga Broadband', 41.4, 31000, 1.52, 1.22, 4800],
    ['SAMVADIKA', 'Samvadika Digital Media', 780, 860, 1.22, 0.96, 140],
  ],
  Utilities: [
    ['JALDHARA', 'Jaldhara Hydro Power', 92.8, 15500, 0.83, 0.8, 7600],
    ['SURYODIT', 'Suryodit Renewables', 1060, 2100, 1.2, 1.2, 980],
    ['PRAKGRID', 'Prakashpath Grid', 276, 8900, 0.7, 0.66, 6100],
  ],
  'Real Estate': [
    ['NIVASIKA', 'Nivasika Homes', 724, 2600, 1.1, 1.3, 960],
    ['VASTUKRITI', 'Vastukriti Estates', 1420, 780, 1.16, 1.26, 270],
    ['GOPURAM', 'Gopuram Realty', 131.5, 5200, 1.22, 1.24, 690],
  ],
};

export const COMPANIES: readonly Company[] = SECTORS.flatMap((sector) =>
  ROWS[sector].map(([symbol, name, rupees, volumeThousands, volatilityScale, beta, sharesMillions]) => ({
    symbol,
    name,
    sector,
    startPrice: Math.round(rupees * PAISE_PER_RUPEE),
    averageDailyVolume: volumeThousands * 1_000,
    volatilityScale,
    beta,
    sharesIssued: sharesMillions * 1_000_000,
  })),
);
