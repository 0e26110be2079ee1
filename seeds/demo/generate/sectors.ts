/** Sectors of the invented companies: the words that make their events concrete. */

export interface Sector {
  industries: string[];
  /** Last words of company names, for example "Analytics". */
  endings: string[];
  products: string[];
  customers: string[];
  sites: string[];
  /** What companies of the sector use artificial intelligence for. */
  aiUses: string[];
  departments: Record<string, string[]>;
}

const OFFICE: Record<string, string[]> = {
  Sales: ['Account Executive', 'Regional Sales Director', 'Sales Engineer'],
  Finance: ['Financial Controller', 'Treasury Analyst'],
  People: ['Recruiter', 'HR Business Partner'],
};

export const SECTORS: readonly Sector[] = [
  {
    industries: ['Information Technology', 'Software & Services', 'Data Platforms'],
    endings: ['Analytics', 'Data', 'Cloud', 'Systems'],
    products: ['streaming warehouse', 'query accelerator', 'data catalogue', 'lineage explorer'],
    customers: ['retail banks', 'insurers', 'online grocers', 'city administrations'],
    sites: ['data centre', 'engineering office', 'support hub'],
    aiUses: [
      'GPU clusters for training language models',
      'an assistant that writes queries',
      'foundation models for tabular data',
    ],
    departments: {
      ...OFFICE,
      Engineering: ['Database Engineer', 'Site Reliability Engineer', 'Compiler Engineer'],
      'Machine Learning': ['Research Scientist', 'Machine Learning Engineer'],
    },
  },
  {
    industries: ['Information Technology', 'Software & Services', 'Cybersecurity'],
    endings: ['Security', 'Shield', 'Cyber'],
    products: ['endpoint sensor', 'phishing filter', 'identity vault', 'threat map'],
    customers: ['hospitals', 'airports', 'law firms', 'power utilities'],
    sites: ['operations centre', 'research lab', 'training academy'],
    aiUses: [
      'models that spot intruders in network traffic',
      'neural networks for malware triage',
      'an AI analyst for night shifts',
    ],
    departments: {
      ...OFFICE,
      Engineering: ['Malware Analyst', 'Detection Engineer', 'Penetration Tester'],
      Support: ['Incident Responder'],
    },
  },
  {
    industries: ['Industrials', 'Capital Goods', 'Machinery'],
    endings: ['Machine Works', 'Robotics', 'Tooling'],
    products: ['palletising robot', 'laser cutter', 'five-axis mill', 'welding cell'],
    customers: ['carmakers', 'shipyards', 'furniture makers', 'aircraft suppliers'],
    sites: ['assembly plant', 'foundry', 'machining hall'],
    aiUses: [
      'vision systems that inspect welds',
      'robots that learn from demonstration',
      'predictive maintenance with deep learning',
    ],
    departments: {
      ...OFFICE,
      Production: ['CNC Machinist', 'Plant Manager', 'Welding Technician'],
      Engineering: ['Controls Engineer', 'Robotics Engineer'],
    },
  },
  {
    industries: ['Health Care', 'Pharmaceuticals, Biotechnology & Life Sciences', 'Biotechnology'],
    endings: ['Biosciences', 'Therapeutics', 'Genomics'],
    products: [
      'antibody for asthma',
      'gene therapy for hearing loss',
      'malaria vaccine',
      'sepsis test',
    ],
    customers: ['university hospitals', 'health ministries', 'cancer centres'],
    sites: ['clean-room facility', 'clinical laboratory', 'vaccine plant'],
    aiUses: [
      'protein models for drug discovery',
      'deep learning on microscope images',
      'a supercomputer for molecular simulation',
    ],
    departments: {
      ...OFFICE,
      Research: ['Cell Biologist', 'Clinical Trial Manager', 'Bioinformatician'],
      Quality: ['Quality Assurance Specialist'],
    },
  },
  {
    industries: ['Health Care', 'Health Care Equipment & Services', 'Medical Devices'],
    endings: ['Medical', 'Implants', 'Diagnostics'],
    products: ['insulin pump', 'knee implant', 'portable ultrasound', 'heart monitor'],
    customers: ['clinics', 'ambulance services', 'sports teams'],
    sites: ['device factory', 'sterilisation centre', 'service workshop'],
    aiUses: [
      'algorithms that read X-rays',
      'a neural network for heart rhythms',
      'computer vision for surgery',
    ],
    departments: {
      ...OFFICE,
      Engineering: ['Firmware Engineer', 'Biomedical Engineer'],
      Regulatory: ['Regulatory Affairs Manager'],
    },
  },
  {
    industries: ['Financials', 'Banks', 'Regional Banks'],
    endings: ['Bank', 'Savings', 'Credit Union'],
    products: ['instant mortgage', 'small business loan', 'student account', 'payment card'],
    customers: ['farmers', 'first-time buyers', 'craft businesses', 'charities'],
    sites: ['branch', 'call centre', 'vault'],
    aiUses: [
      'machine learning against payment fraud',
      'a chatbot for customer service',
      'credit models trained on cash flow',
    ],
    departments: {
      ...OFFICE,
      Risk: ['Credit Risk Analyst', 'Compliance Officer'],
      Technology: ['Payments Engineer'],
    },
  },
  {
    industries: ['Energy', 'Renewable Energy', 'Wind & Solar'],
    endings: ['Wind', 'Solar', 'Renewables', 'Power'],
    products: ['offshore turbine', 'rooftop panel', 'grid battery', 'tidal generator'],
    customers: ['island communities', 'municipal utilities', 'steel mills'],
    sites: ['wind farm', 'solar park', 'blade factory'],
    aiUses: [
      'forecasts of wind with neural networks',
      'AI that schedules batteries',
      'drones that learn to find cracks',
    ],
    departments: {
      ...OFFICE,
      Operations: ['Turbine Technician', 'Grid Planner'],
      Engineering: ['Power Systems Engineer'],
    },
  },
  {
    industries: ['Consumer Staples', 'Food, Beverage & Tobacco', 'Packaged Foods'],
    endings: ['Foods', 'Bakery', 'Dairy', 'Mills'],
    products: ['oat drink', 'frozen pizza', 'sourdough loaf', 'pea protein burger'],
    customers: ['supermarkets', 'school canteens', 'airlines'],
    sites: ['bakery', 'bottling plant', 'cold store'],
    aiUses: [
      'recipe design by machine learning',
      'cameras that sort fruit',
      'demand forecasting with AI',
    ],
    departments: {
      ...OFFICE,
      Production: ['Food Technologist', 'Shift Supervisor'],
      'Supply Chain': ['Demand Planner'],
    },
  },
  {
    industries: ['Industrials', 'Transportation', 'Logistics'],
    endings: ['Freight', 'Logistics', 'Lines', 'Shipping'],
    products: [
      'overnight parcel service',
      'reefer container line',
      'customs portal',
      'cargo e-bike',
    ],
    customers: ['online shops', 'flower exporters', 'drug makers'],
    sites: ['sorting hub', 'container terminal', 'truck depot'],
    aiUses: [
      'route planning with reinforcement learning',
      'autonomous forklifts',
      'document reading by language models',
    ],
    departments: {
      ...OFFICE,
      Operations: ['Fleet Manager', 'Customs Broker', 'Warehouse Lead'],
      Technology: ['Routing Engineer'],
    },
  },
  {
    industries: ['Consumer Discretionary', 'Automobiles & Components', 'Electric Vehicles'],
    endings: ['Motors', 'Mobility', 'Vehicles'],
    products: ['electric van', 'battery pack', 'city car', 'charging post'],
    customers: ['taxi fleets', 'couriers', 'commuters'],
    sites: ['car plant', 'battery factory', 'test track'],
    aiUses: [
      'self-driving software',
      'computing capacity to train driver assistance',
      'AI that predicts battery wear',
    ],
    departments: {
      ...OFFICE,
      Engineering: ['Battery Engineer', 'Autonomy Engineer'],
      Production: ['Line Supervisor'],
    },
  },
  {
    industries: ['Information Technology', 'Semiconductors', 'Chips'],
    endings: ['Semiconductor', 'Silicon', 'Photonics'],
    products: ['inference chip', 'radio transceiver', 'optical switch', 'power module'],
    customers: ['cloud providers', 'phone makers', 'satellite builders'],
    sites: ['wafer fab', 'packaging plant', 'design centre'],
    aiUses: [
      'accelerators for artificial intelligence data centres',
      'chip layout by reinforcement learning',
      'a supercomputer for lithography',
    ],
    departments: {
      ...OFFICE,
      Engineering: ['Verification Engineer', 'Analog Designer'],
      Production: ['Process Technician'],
    },
  },
  {
    industries: ['Consumer Discretionary', 'Retailing', 'Online Retail'],
    endings: ['Outfitters', 'Home', 'Market'],
    products: [
      'same-day delivery club',
      'second-hand shop',
      'made-to-measure shirt',
      'garden range',
    ],
    customers: ['young families', 'students', 'hotels'],
    sites: ['flagship store', 'fulfilment centre', 'showroom'],
    aiUses: [
      'recommendations by deep learning',
      'a shopping assistant on a language model',
      'AI pricing',
    ],
    departments: {
      ...OFFICE,
      Stores: ['Store Manager', 'Visual Merchandiser'],
      Technology: ['Search Engineer'],
    },
  },
  {
    industries: ['Communication Services', 'Media & Entertainment', 'Games'],
    endings: ['Games', 'Studios', 'Media'],
    products: ['farming game', 'puzzle series', 'podcast app', 'racing simulator'],
    customers: ['console players', 'commuters', 'broadcasters'],
    sites: ['studio', 'motion capture stage', 'quality lab'],
    aiUses: [
      'generative AI for voices',
      'characters driven by language models',
      'machine translation of dialogue',
    ],
    departments: {
      ...OFFICE,
      Creative: ['Game Designer', 'Sound Artist'],
      Engineering: ['Graphics Programmer'],
    },
  },
  {
    industries: ['Materials', 'Chemicals', 'Specialty Chemicals'],
    endings: ['Chemicals', 'Polymers', 'Materials'],
    products: ['bio-based resin', 'flame retardant', 'recycled plastic', 'battery solvent'],
    customers: ['paint makers', 'packaging firms', 'tyre producers'],
    sites: ['chemical works', 'pilot plant', 'tank farm'],
    aiUses: [
      'models that propose catalysts',
      'AI process control',
      'robotic chemistry guided by machine learning',
    ],
    departments: {
      ...OFFICE,
      Production: ['Process Operator', 'Safety Engineer'],
      Research: ['Polymer Chemist'],
    },
  },
];
