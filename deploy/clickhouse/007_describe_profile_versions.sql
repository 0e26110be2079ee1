-- Records of companies and people are decided from everything observed: the last write stands.
ALTER TABLE companies COMMENT COLUMN version 'Orders versions: by the time of writing, the last one stands';

ALTER TABLE contacts COMMENT COLUMN version 'Orders versions: by the time of writing, the last one stands';
